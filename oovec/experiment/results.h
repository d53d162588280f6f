// All figures of an experiment as one JSON value, from which tables, charts and the report are
// made (docs/experiment.md lists its keys).
#pragma once

#include "oovec/experiment/config.h"
#include "oovec/experiment/inputs.h"
#include "oovec/experiment/plan.h"
#include "oovec/experiment/workspace.h"

namespace oovec {

// All evaluations must be done.
[[nodiscard]] Json collect_results(const ExperimentConfig& config, const Plan& plan,
                                   const Workspace& workspace, const Inputs& inputs);

}  // namespace oovec
