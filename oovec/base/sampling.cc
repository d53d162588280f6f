#include "oovec/base/sampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace oovec::inline base {

std::vector<float> keep_probabilities(std::span<const std::uint64_t> counts, double t) {
  const auto total =
      static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  std::vector<float> keep(counts.size(), 1.0F);
  if (t == 0) return keep;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const double ratio = t * total / static_cast<double>(counts[i]);
    keep[i] = static_cast<float>(std::min(1.0, std::sqrt(ratio) + ratio));
  }
  return keep;
}

NoiseWords::NoiseWords(std::span<const std::uint64_t> counts) : columns_(counts.size()) {
  std::vector<double> shares(counts.size());  // of a word, in columns
  for (std::size_t i = 0; i < counts.size(); ++i)
    shares[i] = std::pow(static_cast<double>(counts[i]), 0.75);
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (const double share : shares) repetition_ += share / total * (share / total);
  std::vector<std::uint32_t> small, large;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    shares[i] *= static_cast<double>(shares.size()) / total;
    (shares[i] < 1 ? small : large).push_back(static_cast<std::uint32_t>(i));
    columns_[i] = {1, static_cast<std::uint32_t>(i)};
  }
  // A word with less than a column leaves the rest to one with more.
  while (!small.empty() && !large.empty()) {
    const std::uint32_t poor = small.back(), rich = large.back();
    small.pop_back();
    columns_[poor] = {static_cast<float>(shares[poor]), rich};
    shares[rich] -= 1 - shares[poor];
    if (shares[rich] >= 1) continue;
    large.pop_back();
    small.push_back(rich);
  }
}

}  // namespace oovec::inline base
