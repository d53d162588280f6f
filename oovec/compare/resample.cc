#include "oovec/compare/resample.h"

#include <algorithm>
#include <numeric>

#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"

namespace oovec::inline compare {
namespace {

constexpr std::size_t at_once = 8;            // replicates, which read a row from memory once
constexpr std::size_t chunk_bytes = 1 << 17;  // of rows, that stay in the cache meanwhile

// Σ of some rows, in float within a chunk and in double over all.
class ChunkAdder {
 public:
  ChunkAdder(std::span<const float> rows, std::size_t dimension)
      : rows_(rows), dimension_(dimension), sum_(dimension) {}

  void add(std::size_t begin, std::span<const float> weights, std::span<double> total) {
    used_.clear();
    used_weights_.clear();
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] == 0) continue;
      used_.push_back(static_cast<std::uint32_t>(i));
      used_weights_.push_back(weights[i]);
    }
    std::ranges::fill(sum_, 0);
    add_weighted_rows(rows_.data() + begin * dimension_, used_, used_weights_, sum_);
    for (std::size_t i = 0; i < dimension_; ++i) total[i] += sum_[i];
  }

 private:
  std::span<const float> rows_;
  std::size_t dimension_;
  std::vector<float> sum_, used_weights_;
  std::vector<std::uint32_t> used_;
};

}  // namespace

std::vector<double> replicate_sums(std::span<const float> rows, std::size_t dimension,
                                   std::size_t replicates, std::size_t columns,
                                   const DrawWeights& draw, int threads) {
  const std::size_t units = rows.size() / dimension;
  const std::size_t chunk = std::max<std::size_t>(1, chunk_bytes / sizeof(float) / dimension);
  std::vector<double> sums(replicates * columns * dimension);
  parallel_for(threads, (replicates + at_once - 1) / at_once, [&](std::size_t part) {
    const std::size_t first = part * at_once;
    const std::size_t count = std::min(at_once, replicates - first);
    std::vector<float> weights(count * columns * units);
    for (std::size_t r = 0; r < count; ++r)
      draw(first + r, std::span(weights).subspan(r * columns * units, columns * units));
    ChunkAdder adder(rows, dimension);
    for (std::size_t begin = 0; begin < units; begin += chunk) {
      const std::size_t size = std::min(chunk, units - begin);
      for (std::size_t line = 0; line < count * columns; ++line)
        adder.add(begin, std::span(weights).subspan(line * units + begin, size),
                  std::span(sums).subspan((first * columns + line) * dimension, dimension));
    }
  });
  return sums;
}

std::vector<std::uint32_t> draw_counts(std::size_t units, Random& random) {
  std::vector<std::uint32_t> counts(units);
  for (std::size_t i = 0; i < units; ++i) ++counts[random.below(units)];
  return counts;
}

std::vector<std::uint32_t> draw_permutation(std::size_t size, Random& random) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  shuffle(std::span(order), random);
  return order;
}

Random replicate_random(std::uint64_t seed, std::uint64_t purpose, std::size_t replicate) {
  return Random(derive_seed(derive_seed(seed, purpose), replicate));
}

std::optional<Interval> interval_of(std::span<const std::optional<double>> samples) {
  std::vector<double> defined;
  for (const auto& sample : samples)
    if (sample) defined.push_back(*sample);
  if (defined.empty() || 20 * (samples.size() - defined.size()) > samples.size())
    return std::nullopt;
  return middle_of(std::move(defined));
}

}  // namespace oovec::inline compare
