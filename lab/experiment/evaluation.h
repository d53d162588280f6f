// Evaluates one contender on one kind of data. The result is JSON, which is stored until all
// contenders have been evaluated.
#pragma once

#include "lab/experiment/config.h"
#include "lab/experiment/json_object.h"
#include "lab/experiment/plan.h"
#include "oovec/base/progress.h"
#include "oovec/corpus/context_index.h"
#include "oovec/model/inferrer.h"

namespace oovec::lab {

// `contexts` has the contexts of unknown words in sentences (lab/eval/sentence_classification.h).
[[nodiscard]] Json evaluate(Measure measure, const ExperimentConfig& config, const Inferrer& model,
                            const ContextIndex* contexts, int threads, Progress* progress);

}  // namespace oovec::lab
