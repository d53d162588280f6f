#include "oovec/train/form_targets.h"

#include <algorithm>
#include <cmath>

#include "oovec/base/kernels.h"
#include "oovec/base/random.h"
#include "oovec/train/seeds.h"

namespace oovec::inline train {
namespace {

// ω = (c + 1) / (c + 30), scaled to mean 1: the vector of a word seen often is known better.
std::vector<float> form_weights(const TrainingData& data) {
  std::vector<float> weights;
  weights.reserve(data.targets().size());
  double sum = 0;
  for (const std::uint32_t row : data.targets()) {
    const auto count = static_cast<double>(data.index().count(row));
    weights.push_back(static_cast<float>((count + 1) / (count + 30)));
    sum += weights.back();
  }
  const auto scale = static_cast<float>(static_cast<double>(weights.size()) / sum);
  for (float& weight : weights) weight *= scale;
  return weights;
}

}  // namespace

FormTargets::FormTargets(const TrainingData& data, const NeutralSpace& space)
    : data_(data), space_(space), weights_(form_weights(data)) {}

FormTargets::Rows FormTargets::components(std::span<const std::uint32_t> words,
                                          std::size_t first) const {
  Rows targets(words.size());
  const std::size_t columns = std::min(FormRidge::width, data_.vectors().dimension() - first);
  for (std::size_t i = 0; i < words.size(); ++i)
    space_.target(words[i], first, std::span(targets[i]).first(columns));
  return targets;
}

FormTargets::Rows FormTargets::projected(std::span<const std::uint32_t> words,
                                         std::size_t group) const {
  const std::size_t k = data_.vectors().dimension();
  Random random(derive_seed(seed_for(data_.options().seed, Purpose::projection), group));
  std::vector<float> signs(FormRidge::width * k);
  for (float& sign : signs)
    sign = ((random.next() & 1) != 0 ? 1.0F : -1.0F) / std::sqrt(static_cast<float>(k));
  Rows projected(words.size());
  std::vector<float> target(k);
  for (std::size_t i = 0; i < words.size(); ++i) {
    space_.target(words[i], 0, target);
    multiply(signs, target, std::span(projected[i]));
  }
  return projected;
}

FormTargets::Mean FormTargets::take_out_mean(Rows& targets) const {
  std::array<double, FormRidge::width> sum{};
  double weight = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t j = 0; j < sum.size(); ++j)
      sum[j] += static_cast<double>(weights_[i]) * targets[i][j];
    weight += weights_[i];
  }
  Mean mean{};
  for (std::size_t j = 0; j < mean.size(); ++j) mean[j] = static_cast<float>(sum[j] / weight);
  for (auto& target : targets)
    for (std::size_t j = 0; j < mean.size(); ++j) target[j] -= mean[j];
  return mean;
}

}  // namespace oovec::inline train
