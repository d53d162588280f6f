// Quantiles of numbers, summaries of ranks, and what resampling tells: intervals and p-values.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

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

struct Interval {
  double low = 0, high = 0;
};

// The middle 95 % of what a number is on bootstrap samples (Efron's percentile interval); from 0 to
// 0 of no samples.
[[nodiscard]] Interval middle_of(std::vector<double> samples);

// The p-value of a permutation test, (1 + those at least as high as observed) / (1 + all): the
// observed order is one of the permutations, too. What differs within rounding counts as equal.
[[nodiscard]] double permutation_p(double observed, std::span<const double> permuted);

// p-values of several tests, adjusted by Holm's method: with them at most 5 % of all such families
// of tests have any false finding at 0.05.
[[nodiscard]] std::vector<double> holm_adjusted(std::span<const double> p);

}  // namespace oovec::inline base
