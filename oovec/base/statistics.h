// Quantiles, summaries of ranks, bootstrap intervals and p-values.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace oovec::inline base {

// The quantile of at least one value, which must be in ascending order: 0 is the lowest, 0.5 the
// median. Between two values, it is interpolated linearly.
[[nodiscard]] double quantile(std::span<const double> sorted, double share);

// The median of at least one value, in any order; for an even number of values, the mean of the two
// in the middle.
[[nodiscard]] double median(std::span<const double> values);

// Ranks count from 1, and there is at least one.
[[nodiscard]] double median_rank(std::span<const std::size_t> ranks);

// Σ 1/rank / n.
[[nodiscard]] double mean_reciprocal_rank(std::span<const std::size_t> ranks);

struct Interval {
  double low = 0, high = 0;
};

// The middle 95 % of bootstrap samples (Efron's percentile interval); 0 to 0 if there are none.
[[nodiscard]] Interval middle_of(std::vector<double> samples);

// The p-value of a permutation test: (1 + permutations with at least the observed value) / (1 +
// all), since the observed order is a permutation, too. Values that differ only by rounding count
// as equal.
[[nodiscard]] double permutation_p(double observed, std::span<const double> permuted);

// The p-values of several tests, adjusted by Holm's method: the probability of any false positive
// among them is at most 0.05 at the level 0.05.
[[nodiscard]] std::vector<double> holm_adjusted(std::span<const double> p);

}  // namespace oovec::inline base
