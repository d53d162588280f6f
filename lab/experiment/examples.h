// Example words, for which a report shows what a model made of them and why: nearest neighbours of
// form, context and both, and the importance of n-grams and context words.
#pragma once

#include "lab/experiment/config.h"
#include "lab/experiment/json_object.h"
#include "oovec/model/model.h"

namespace oovec::lab {

// Of each, its explanation (oovec/model/explain_json.h) and the neighbours of its `form`, `context`
// and both (`joint`).
[[nodiscard]] Json explain_examples(const ExperimentConfig& config, const Model& model,
                                    int threads);

}  // namespace oovec::lab
