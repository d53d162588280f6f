#include "oovec/train/form_targets.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "oovec/base/kernels.h"
#include "oovec/base/random.h"
#include "oovec/train/seeds.h"

namespace oovec::inline train {
namespace {

float unscaled_weight(double count) { return static_cast<float>((count + 1) / (count + 30)); }

// ω = (c + 1) / (c + 30), scaled to mean 1: the vector of a word seen often is known better. A
// misspelling has a share of its word's.
std::vector<float> form_weights(const TrainingData& data, std::span<const std::uint32_t> words) {
  std::vector<float> weights;
  weights.reserve(words.size());
  for (const std::uint32_t row : words)
    weights.push_back(unscaled_weight(static_cast<double>(data.index().count(row))));
  const auto spelled_right = std::span(weights).first(data.targets().size());
  const double sum = std::accumulate(spelled_right.begin(), spelled_right.end(), 0.0);
  const auto scale = static_cast<float>(static_cast<double>(spelled_right.size()) / sum);
  for (float& weight : weights) weight *= scale;
  const auto share = static_cast<float>(data.options().typos);
  for (float& weight : std::span(weights).subspan(spelled_right.size())) weight *= share;
  return weights;
}

}  // namespace

FormTargets::FormTargets(const TrainingData& data, const NeutralSpace& space)
    : data_(data), space_(space), words_(data.targets()), spellings_(data.targets()) {
  words_.insert(words_.end(), data.misspelled().begin(), data.misspelled().end());
  for (std::size_t i = 0; i < data.misspelled().size(); ++i)
    spellings_.push_back(static_cast<std::uint32_t>(data.vectors().size() + i));
  weights_ = form_weights(data, words_);
}

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
