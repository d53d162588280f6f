// Figures of merit, as the paper's "Evaluation" defines them. Numbers must be finite, and
// their fourth powers, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace oovec {

// At least one value; of evenly many, the mean of the two in the middle.
double median(std::span<const double> values);

// Σ 1/rank / n, of at least one rank. Ranks count from 1.
double mean_reciprocal_rank(std::span<const std::size_t> ranks);

// The place of each value in ascending order, from 1; equal values share the mean of their places.
std::vector<double> average_ranks(std::span<const double> values);

// Pearson's r; nothing if one side is constant, or has fewer than two values.
std::optional<double> pearson(std::span<const double> x, std::span<const double> y);

// Spearman's ρ: Pearson's r of the average ranks, so that ties count as they should.
std::optional<double> spearman(std::span<const double> x, std::span<const double> y);

struct Spread {
  double mean;
  double deviation;  // √(Σ (x − mean)² / (n − 1)); 0 of one value
};

// Of at least one value.
Spread spread(std::span<const double> values);

struct Interval {
  double low, high;
};

// Between which numbers a figure lies with 95 % confidence: the middle 95 % of what it is on 1,000
// samples of the `size` items, drawn with replacement and as large (Efron's percentile bootstrap).
// `figure` takes the numbers of the drawn items.
Interval bootstrap(std::size_t size,
                   const std::function<double(std::span<const std::size_t>)>& figure,
                   std::uint64_t seed);

}  // namespace oovec
