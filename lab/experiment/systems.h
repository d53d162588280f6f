// Finds systems in the results of an experiment.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

inline std::string name_of(const Json& system) { return system.at("name").get<std::string>(); }

// The model of each system, by name.
inline std::map<std::string, std::string> models_of(const Json& results) {
  std::map<std::string, std::string> models;
  for (const Json& system : results.at("systems"))
    models[name_of(system)] = system.at("model").get<std::string>();
  return models;
}

// The row of a model in a table of the paper (paper_figures.h); null if it has none.
template <class Rows>
[[nodiscard]] const auto* find_model(const Rows& rows, std::string_view model) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.model == model; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace oovec::lab
