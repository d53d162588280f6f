#include "oovec/train/frequency_ranks.h"

#include <algorithm>
#include <numeric>

#include "oovec/base/correlation.h"

namespace oovec::inline train {
namespace {

// How far the order of the file goes with the counts: 1 if the most frequent words come first.
double order_correlation(const ContextIndex& index, std::size_t size) {
  std::vector<double> places, counts;
  for (std::size_t row = 0; row < size; ++row) {
    if (index.count(row) == 0) continue;
    places.push_back(-static_cast<double>(row));
    counts.push_back(static_cast<double>(index.count(row)));
  }
  return spearman(places, counts).value_or(0);
}

std::vector<std::uint32_t> ranks_by_count(const ContextIndex& index, std::size_t size) {
  std::vector<std::uint32_t> order(size), ranks(size);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return index.count(a) > index.count(b);
  });
  for (std::uint32_t rank = 0; rank < size; ++rank) ranks[order[rank]] = rank;
  const auto unseen = std::ranges::find_if(order, [&](auto row) { return index.count(row) == 0; });
  const auto seen = static_cast<std::size_t>(unseen - order.begin());
  const auto shared = static_cast<std::uint32_t>(std::midpoint(seen, size));
  for (auto row = unseen; row != order.end(); ++row) ranks[*row] = shared;
  return ranks;
}

}  // namespace

FrequencyRanks frequency_ranks(const ContextIndex& index) {
  const std::size_t size = index.settings().vectors_size;
  FrequencyRanks ranks;
  ranks.correlation = order_correlation(index, size);
  ranks.by_file = ranks.correlation > FrequencyRanks::credible;
  if (ranks.by_file) {
    ranks.of.resize(size);
    std::iota(ranks.of.begin(), ranks.of.end(), 0U);
  } else {
    ranks.of = ranks_by_count(index, size);
  }
  return ranks;
}

}  // namespace oovec::inline train
