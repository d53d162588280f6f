// Fits the gate of the balanced model: how much to believe contexts, given how many context words
// there are and how much the form has to say. Not part of the public interface.
//
// The words must be ones that the form was not fitted to: the form has memorised its training
// words, and a gate fitted to those ignores contexts. The loss is that of ranking_loss.h, among
// 1,000 random words.
#pragma once

#include <cstdint>
#include <span>

#include "oovec/model/model.h"
#include "oovec/train/training_data.h"

namespace oovec::inline train {

// Sets the gate in the parameters of `model`, which must be complete but for it. Each of the words
// is seen with 1 to 60 contexts, four times. Without words, form and context weigh the same.
void fit_gate(const TrainingData& data, std::span<const std::uint32_t> words, ModelParts& model);

}  // namespace oovec::inline train
