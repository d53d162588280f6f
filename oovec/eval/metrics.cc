#include "oovec/eval/metrics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "oovec/base/random.h"

namespace oovec {
namespace {

bool is_constant(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double x) { return x == values.front(); });
}

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

double median(std::span<const double> values) {
  assert(!values.empty());
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle]
                                : std::midpoint(sorted[middle - 1], sorted[middle]);
}

double mean_reciprocal_rank(std::span<const std::size_t> ranks) {
  assert(!ranks.empty());
  double sum = 0;
  for (const std::size_t rank : ranks) sum += 1 / static_cast<double>(rank);
  return sum / static_cast<double>(ranks.size());
}

std::vector<double> average_ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });

  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double shared = static_cast<double>(begin + 1 + end) / 2;
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = shared;
  }
  return ranks;
}

std::optional<double> pearson(std::span<const double> x, std::span<const double> y) {
  assert(x.size() == y.size());
  if (x.size() < 2 || is_constant(x) || is_constant(y)) return std::nullopt;
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
}

std::optional<double> spearman(std::span<const double> x, std::span<const double> y) {
  return pearson(average_ranks(x), average_ranks(y));
}

Spread spread(std::span<const double> values) {
  assert(!values.empty());
  const double middle = mean(values);
  if (values.size() == 1) return {middle, 0};
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return {middle, std::sqrt(squares / static_cast<double>(values.size() - 1))};
}

Interval bootstrap(std::size_t size,
                   const std::function<double(std::span<const std::size_t>)>& figure,
                   std::uint64_t seed) {
  constexpr std::size_t samples = 1000;
  Random random(seed);
  std::vector<std::size_t> drawn(size);
  std::vector<double> figures(samples);
  for (double& value : figures) {
    for (std::size_t& item : drawn) item = random.below(size);
    value = figure(drawn);
  }
  std::sort(figures.begin(), figures.end());
  return {figures[samples / 40], figures[samples - 1 - samples / 40]};
}

}  // namespace oovec
