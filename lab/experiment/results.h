// All results of an experiment as one JSON value (docs/experiment.md lists its keys). Tables,
// charts and the report are made from it.
#pragma once

#include "lab/experiment/config.h"
#include "lab/experiment/inputs.h"
#include "lab/experiment/plan.h"
#include "lab/experiment/workspace.h"

namespace oovec::lab {

// All evaluations must have been done.
[[nodiscard]] Json collect_results(const ExperimentConfig& config, const Plan& plan,
                                   const Workspace& workspace, const Inputs& inputs, int threads);

}  // namespace oovec::lab
