// Learns how far a model's vectors can be trusted, from words it was not trained on.
#pragma once

#include "oovec/model/confidence.h"
#include "oovec/model/model.h"
#include "oovec/train/training_data.h"

namespace oovec::inline train {

// Infers the words that training held out in all ways: from form, from contexts and from both, with
// one to as many contexts as an instance has.
[[nodiscard]] Confidence calibrate(const Model& model, const TrainingData& data);

}  // namespace oovec::inline train
