// Solves for the balanced model (model/compositions/balanced.h), in closed form where there is one:
//
//   1. targets y without the effect of frequency                  neutral_space.h
//   2. n-grams by ridge regression on y; λ, of a few, is the      form_ridge.h, form_targets.h
//      one that ranks words held out best                         choose_ridge.h
//   3. A and a by least squares on y, one instance per word       context_map.h, least_squares.h
//      and, if asked for, by a few steps for ranks                rank_contexts.h
//   4. the gate, on the words held out                            fit_gate.h
//
// Nothing in it has a learning rate. When it is stopped, and every few minutes, its state is saved
// in a checkpoint: the components of the n-gram vectors solved so far, which take most of the time.
// Not part of the public interface.
#pragma once

#include <optional>
#include <string>

#include "oovec/model/model.h"
#include "oovec/train/training.h"

namespace oovec::inline train {

struct Solution {
  ModelParts model;              // without confidence; how it was made is in settings.training
  std::uint64_t resumed_at = 0;  // components of the n-grams' vectors that a checkpoint had
};

// Nothing if the monitor asked to stop: then there is a checkpoint. It is resumed if the options
// say so, and left for the caller to remove.
[[nodiscard]] std::optional<Solution> solve(const Training& training,
                                            const std::string& checkpoint);

}  // namespace oovec::inline train
