// How sure figures of merit are: their spread, intervals by bootstrap and paired tests. Numbers
// must be finite, and their fourth powers, too.
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
  double deviation;  // √(Σ (x − mean)² / (n − 1)); 0 of one value
};

// Of at least one value.
[[nodiscard]] Spread spread(std::span<const double> values);

// What a figure is of some of the items, given by their numbers.
using Figure = std::function<double(std::span<const std::size_t>)>;

// What it is on each of 1,000 samples of `size` items, drawn with replacement and as large. The
// samples depend on size and seed alone, so that those of two models can be compared one by one.
[[nodiscard]] std::vector<double> resample(std::size_t size, const Figure& figure,
                                           std::uint64_t seed = 1);

// Between which numbers a figure lies with 95 % confidence.
[[nodiscard]] Interval bootstrap(std::size_t size, const Figure& figure, std::uint64_t seed = 1);

// What the mean of these values, at least one, is on samples.
[[nodiscard]] std::vector<double> resample_mean(std::span<const double> values);

// A figure and how sure it is.
struct Estimate {
  double value;
  Interval interval;
};

// The mean of at least one value.
[[nodiscard]] Estimate estimate_mean(std::span<const double> values);

// Whether one model is better than another on the same items.
struct Comparison {
  double difference;  // of the first's figure and the second's
  Interval interval;
  double p;  // how often samples would contradict the sign of the difference, twice: both ways
};

// A paired bootstrap test: of figures, and what they are on the same samples.
[[nodiscard]] Comparison compare(double first, double second, std::span<const double> first_samples,
                                 std::span<const double> second_samples);

// The values with these numbers.
[[nodiscard]] std::vector<double> choose(std::span<const double> values,
                                         std::span<const std::size_t> items);

}  // namespace oovec::lab
