// The results as tables for other programs: comma-separated values, quoted where needed, with a
// header line.
#pragma once

#include <string>
#include <vector>

#include "oovec/experiment/config.h"
#include "oovec/experiment/json_object.h"

namespace oovec {

// The tables of an experiment.
std::vector<std::string> csv_names(const ExperimentConfig& config);

std::string make_csv(const std::string& name, const Json& results);

}  // namespace oovec
