// The results as tables for other programs: comma-separated values, quoted where needed, with a
// header line.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "lab/experiment/json_object.h"
#include "lab/experiment/measure.h"

namespace oovec::lab {

// The tables of an experiment with these measures, and all tables that an experiment can have.
std::vector<std::string> csv_names(const std::set<Measure>& measures);
std::vector<std::string> all_csv_names();

[[nodiscard]] std::string make_csv(const std::string& name, const Json& results);

}  // namespace oovec::lab
