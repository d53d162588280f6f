#include "oovec/model/evidence.h"

#include <algorithm>

namespace oovec::inline model {

std::size_t count_known(std::span<const std::uint32_t> ngrams) {
  return ngrams.size() - static_cast<std::size_t>(std::count(ngrams.begin(), ngrams.end(), 0U));
}

void ContextEvidence::clear() {
  std::fill(sum.begin(), sum.end(), 0);
  weight = 0;
  words = contexts = 0;
  sums.clear();
  totals.clear();
  nearby.clear();
}

std::span<float> ContextEvidence::keep(const ContextTotal& total) {
  sums.resize(sums.size() + sum.size());
  totals.push_back(total);
  return std::span(sums).last(sum.size());
}

void ContextEvidence::mean(std::span<float> mean) const {
  const auto scale = static_cast<float>(1 / weight);
  for (std::size_t i = 0; i < mean.size(); ++i) mean[i] = scale * sum[i];
}

}  // namespace oovec::inline model
