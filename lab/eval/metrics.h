// The uncertainty of metrics: standard deviations, bootstrap intervals and paired tests. Numbers
// and their fourth powers must be finite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "oovec/base/statistics.h"

namespace oovec::lab {

struct Spread {
  double mean;
  double deviation;  // √(Σ (x − mean)² / (n − 1)); 0 for a single value
};

// There must be at least one value.
[[nodiscard]] Spread spread(std::span<const double> values);

// Computes a metric on some of the test items, given by their numbers.
using Figure = std::function<double(std::span<const std::size_t>)>;

// The metric on each of 1,000 bootstrap samples: `size` items drawn with replacement from `size`
// items. The samples depend only on size and seed, so two models can be compared sample by sample.
[[nodiscard]] std::vector<double> resample(std::size_t size, const Figure& figure,
                                           std::uint64_t seed = 1);

// The 95 % confidence interval of a metric.
[[nodiscard]] Interval bootstrap(std::size_t size, const Figure& figure, std::uint64_t seed = 1);

// The mean of these values on bootstrap samples. There must be at least one value.
[[nodiscard]] std::vector<double> resample_mean(std::span<const double> values);

// The value of a metric and its confidence interval.
struct Estimate {
  double value;
  Interval interval;
};

// The mean of the values and its interval. There must be at least one value.
[[nodiscard]] Estimate estimate_mean(std::span<const double> values);

// Whether one model is better than another on the same items.
struct Comparison {
  double difference;  // the first metric minus the second
  Interval interval;
  // Two-sided p-value: twice the share of samples whose difference is 0 or has the opposite sign,
  // where the data count as one such sample.
  double p;
};

// A paired bootstrap test of two metrics, given with their values on the same samples.
[[nodiscard]] Comparison compare(double first, double second, std::span<const double> first_samples,
                                 std::span<const double> second_samples);

// The values with these numbers.
[[nodiscard]] std::vector<double> choose(std::span<const double> values,
                                         std::span<const std::size_t> items);

}  // namespace oovec::lab
