// Example words, for which a report shows what a model made of them and why: nearest neighbours of
// form, context and both, and the importance of n-grams and context words.
#pragma once

#include "lab/experiment/config.h"
#include "lab/experiment/json_object.h"
#include "oovec/model/explain.h"

namespace oovec::lab {

[[nodiscard]] Json explain_examples(const ExperimentConfig& config, const Model& model,
                                    int threads);

// An example's explanation, from what explain_examples() gave. Its inference has no vectors.
Explanation explanation_of(const Json& example);

}  // namespace oovec::lab
