#include "oovec/model/evidence.h"

#include <algorithm>

namespace oovec::inline model {

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
