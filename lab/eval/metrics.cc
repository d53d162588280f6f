#include "lab/eval/metrics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "oovec/base/random.h"

namespace oovec::lab {
namespace {

constexpr std::size_t sample_count = 1000;

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

Spread spread(std::span<const double> values) {
  assert(!values.empty());
  const double middle = mean(values);
  if (values.size() == 1) return {middle, 0};
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return {middle, std::sqrt(squares / static_cast<double>(values.size() - 1))};
}

std::vector<double> resample(std::size_t size, const Figure& figure, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::size_t> drawn(size);
  std::vector<double> figures(sample_count);
  for (double& value : figures) {
    for (std::size_t& item : drawn) item = random.below(size);
    value = figure(drawn);
  }
  return figures;
}

Interval bootstrap(std::size_t size, const Figure& figure, std::uint64_t seed) {
  return middle_of(resample(size, figure, seed));
}

std::vector<double> resample_mean(std::span<const double> values) {
  const auto of_sample = [&](std::span<const std::size_t> items) {
    return mean(choose(values, items));
  };
  return resample(values.size(), of_sample);
}

Estimate estimate_mean(std::span<const double> values) {
  return {mean(values), middle_of(resample_mean(values))};
}

// One is added to either count, as the data themselves are a sample, too.
Comparison compare(double first, double second, std::span<const double> first_samples,
                   std::span<const double> second_samples) {
  assert(first_samples.size() == second_samples.size());
  std::vector<double> differences(first_samples.size());
  double below = 1, above = 1;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    differences[i] = first_samples[i] - second_samples[i];
    below += differences[i] <= 0 ? 1 : 0;
    above += differences[i] >= 0 ? 1 : 0;
  }
  const double p = 2 * std::min(below, above) / static_cast<double>(differences.size() + 1);
  return {first - second, middle_of(std::move(differences)), std::min(p, 1.0)};
}

std::vector<double> choose(std::span<const double> values, std::span<const std::size_t> items) {
  std::vector<double> chosen(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) chosen[i] = values[items[i]];
  return chosen;
}

}  // namespace oovec::lab
