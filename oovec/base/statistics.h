// Quantiles of numbers, and summaries of ranks.
#pragma once

#include <cstddef>
#include <span>

namespace oovec::inline base {

// The value below which this share of at least one value lies, in ascending order: 0 is the lowest,
// 0.5 the median. Between two values it is interpolated linearly.
[[nodiscard]] double quantile(std::span<const double> sorted, double share);

// At least one value, in any order; of evenly many, the mean of the two in the middle.
[[nodiscard]] double median(std::span<const double> values);

// Ranks count from 1, and there is at least one.
[[nodiscard]] double median_rank(std::span<const std::size_t> ranks);

// Σ 1/rank / n.
[[nodiscard]] double mean_reciprocal_rank(std::span<const std::size_t> ranks);

}  // namespace oovec::inline base
