#include "oovec/base/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace oovec::inline base {

double quantile(std::span<const double> sorted, double share) {
  assert(!sorted.empty());
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

double median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return quantile(sorted, 0.5);
}

double median_rank(std::span<const std::size_t> ranks) {
  return median(std::vector<double>(ranks.begin(), ranks.end()));
}

double mean_reciprocal_rank(std::span<const std::size_t> ranks) {
  assert(!ranks.empty());
  double sum = 0;
  for (const std::size_t rank : ranks) sum += 1 / static_cast<double>(rank);
  return sum / static_cast<double>(ranks.size());
}

Interval middle_of(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const std::size_t edge = samples.size() / 40;
  return {samples[edge], samples[samples.size() - 1 - edge]};
}

double permutation_p(double observed, std::span<const double> permuted) {
  constexpr double rounding = 1e-5;  // of sums of floats
  const double least = observed - rounding * std::abs(observed);
  const auto as_high = std::count_if(permuted.begin(), permuted.end(),
                                     [least](double value) { return value >= least; });
  return (1 + static_cast<double>(as_high)) / (1 + static_cast<double>(permuted.size()));
}

std::vector<double> holm_adjusted(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double highest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    highest = std::max(highest, static_cast<double>(order.size() - i) * p[order[i]]);
    adjusted[order[i]] = std::min(1.0, highest);
  }
  return adjusted;
}

}  // namespace oovec::inline base
