// The figures of one contender, as JSON that is kept until all are there.
#pragma once

#include <string>

#include "oovec/corpus/context_index.h"
#include "oovec/experiment/config.h"
#include "oovec/experiment/json_object.h"
#include "oovec/experiment/plan.h"
#include "oovec/model/inferrer.h"

namespace oovec {

// `contexts` are of the unknown words of sentences (eval/sentences.h); `name` is what complaints
// call the contender. Throws Error(usage) if it has learned from test words, unless the config
// allows that.
Json evaluate(Measure measure, const ExperimentConfig& config, const Inferrer& model,
              const ContextIndex* contexts, const std::string& name, int threads);

}  // namespace oovec
