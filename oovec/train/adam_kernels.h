// The inner loops of Adam, vectorised; adam.h has the meaning.
#pragma once

#include <span>

namespace oovec::inline train {

// One step, in numbers that are the same for all parameters:
//
//   m ← β₁m + (1 − β₁)g,   v ← β₂v + (1 − β₂)g²,   θ ← θ − rate·m / (√v + epsilon)
struct AdamStep {
  float beta1, beta2;
  float rest1, rest2;  // 1 − β₁, 1 − β₂: not to be had from the rounded ones
  float rate;          // rate·√(1 − β₂ᵗ) / (1 − β₁ᵗ)
  float epsilon;       // ε·√(1 − β₂ᵗ)
};

// Several steps without gradient, summed up:
//
//   θ ← θ − scale·m / (√v + epsilon),   m ← mean_decay·m,   v ← square_decay·v
struct AdamGap {
  float scale, epsilon;
  float mean_decay, square_decay;
};

void adam_update(const AdamStep& step, std::span<const float> gradient, std::span<float> mean,
                 std::span<float> square, std::span<float> parameters);

void adam_skip(const AdamGap& gap, std::span<float> mean, std::span<float> square,
               std::span<float> parameters);

}  // namespace oovec::inline train
