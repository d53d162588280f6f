// Units with sums that are drawn, to see what statistics make of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "oovec/base/random.h"
#include "oovec/compare/unit_sums.h"

namespace oovec {

// Standard normal, by Box and Muller.
inline double draw_normal(Random& random) {
  const double u = 1 - static_cast<double>(random.next() >> 11) * 0x1p-53;
  const double v = static_cast<double>(random.next() >> 11) * 0x1p-53;
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
}

// Units of 1 to 4 contexts: each context is a constant, what its unit has in common, and noise.
inline UnitSums draw_units(std::size_t units, std::size_t dimension, Random& random) {
  UnitSums sums;
  sums.dimension = dimension;
  for (std::size_t d = 0; d < units; ++d) {
    const std::size_t contexts = 1 + random.below(4);
    sums.counts.push_back(static_cast<double>(contexts));
    for (std::size_t i = 0; i < dimension; ++i) {
      const double common = 1 + draw_normal(random);
      double sum = 0;
      for (std::size_t c = 0; c < contexts; ++c) sum += common + draw_normal(random);
      sums.sums.push_back(static_cast<float>(sum));
    }
  }
  return sums;
}

// Moves the contexts of a unit by so much in the first dimension.
inline void shift(UnitSums& sums, std::size_t unit, double by) {
  sums.sums[unit * sums.dimension] += static_cast<float>(by * sums.counts[unit]);
}

// The p-value of the hypothesis that these are uniform, by Kolmogorov and Smirnov: their greatest
// distance from the diagonal, and its asymptotic distribution.
inline double uniformity(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double distance = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    distance = std::max({distance, values[i] - static_cast<double>(i) / n,
                         static_cast<double>(i + 1) / n - values[i]});
  const double t = distance * (std::sqrt(n) + 0.12 + 0.11 / std::sqrt(n));
  double p = 0;
  for (int j = 1; j <= 100; ++j) p += (j % 2 == 1 ? 2 : -2) * std::exp(-2.0 * j * j * t * t);
  return std::min(1.0, std::max(0.0, p));
}

// A mean and its standard error.
struct MeanAndError {
  double mean, error;

  explicit MeanAndError(const std::vector<double>& values) : mean(0), error(0) {
    const auto n = static_cast<double>(values.size());
    for (const double value : values) mean += value / n;
    for (const double value : values) error += (value - mean) * (value - mean) / (n - 1) / n;
    error = std::sqrt(error);
  }
};

}  // namespace oovec
