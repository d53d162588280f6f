#include "oovec/base/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

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

}  // namespace oovec::inline base
