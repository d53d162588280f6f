// The report's sections on definitions: the paper's table of results, and its analyses.
#pragma once

#include <string>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

// `results` must have "dn".
std::string definition_section(const Json& results);

// What the vectors are made of: shares of form and context.
std::string alpha_section(const Json& results);

// What adding context to form, and form to context, does to ranks.
std::string rank_difference_section(const Json& results);

// Figures of the words of each group.
std::string group_section(const Json& results);

}  // namespace oovec::lab
