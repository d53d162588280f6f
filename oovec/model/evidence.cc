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

void ContextEvidence::keep(std::span<const float> values, const ContextTotal& total) {
  if (total.words == 0) return;
  sums.insert(sums.end(), values.begin(), values.end());
  totals.push_back(total);
}

void ContextEvidence::mean(std::span<float> mean) const {
  const auto scale = static_cast<float>(1 / weight);
  for (std::size_t i = 0; i < mean.size(); ++i) mean[i] = scale * sum[i];
}

}  // namespace oovec::inline model
