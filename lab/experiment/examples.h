// The example words of a report: for each, the words nearest to its form, its context and both, and
// an explanation of its vector.
#pragma once

#include "lab/experiment/config.h"
#include "lab/experiment/json_object.h"
#include "oovec/model/model.h"

namespace oovec::lab {

// Returns, for each example, its explanation (oovec/model/explain_json.h) and the words nearest to
// its `form`, its `context` and both (`joint`).
[[nodiscard]] Json explain_examples(const ExperimentConfig& config, const Model& model,
                                    int threads);

}  // namespace oovec::lab
