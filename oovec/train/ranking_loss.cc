#include "oovec/train/ranking_loss.h"

#include <algorithm>
#include <cmath>

#include "oovec/base/kernels.h"

namespace oovec::inline train {
namespace {

constexpr float temperature = 0.05F;

}  // namespace

void RankingLoss::add_rival(std::uint32_t row, std::span<const float> vector) {
  const auto length = static_cast<float>(length_of(vector));
  if (!(length > 0)) return;
  rows_.push_back(row);
  for (const float value : vector) units_.push_back(value / length);
}

double RankingLoss::of(std::span<const float> v, std::uint32_t row, std::span<const float> truth,
                       std::span<float> gradient) const {
  std::ranges::fill(gradient, 0);
  const auto length = static_cast<float>(length_of(v));
  const auto truth_length = static_cast<float>(length_of(truth));
  if (!(length > 0) || !(truth_length > 0)) return 0;
  std::vector<float> unit(v.begin(), v.end());
  for (float& value : unit) value /= length;

  std::vector<float> scores(rows_.size());
  multiply(units_, unit, scores);
  const float own = dot(unit, truth) / truth_length;
  double sum = 1;  // relative to the word's own
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = rows_[i] == row ? 0 : std::exp((scores[i] - own) / temperature);
    sum += scores[i];
  }
  // ∂L/∂u, u being v / |v|
  for (std::size_t i = 0; i < scores.size(); ++i)
    axpy(static_cast<float>(scores[i] / sum / temperature),
         std::span(units_).subspan(i * v.size(), v.size()), gradient);
  const auto own_share = static_cast<float>((1 / sum - 1) / temperature / truth_length);
  axpy(own_share, truth, gradient);
  // ∂L/∂v is what of it is across u, divided by |v|.
  axpy(-dot(unit, gradient), unit, gradient);
  for (float& value : gradient) value /= length;
  return std::log(sum);
}

}  // namespace oovec::inline train
