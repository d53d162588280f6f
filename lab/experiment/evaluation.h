// The figures of one contender, as JSON that is kept until all are there.
#pragma once

#include "lab/experiment/config.h"
#include "lab/experiment/json_object.h"
#include "lab/experiment/plan.h"
#include "oovec/base/progress.h"
#include "oovec/corpus/context_index.h"
#include "oovec/model/inferrer.h"

namespace oovec::lab {

// `contexts` are of the unknown words of sentences (lab/eval/sentence_classification.h).
[[nodiscard]] Json evaluate(Measure measure, const ExperimentConfig& config, const Inferrer& model,
                            const ContextIndex* contexts, int threads, Progress* progress);

}  // namespace oovec::lab
