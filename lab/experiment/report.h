// The results as a web page: one file that loads nothing, with the paper's tables and figures, ours
// beside the paper's own; in light, dark and print.
#pragma once

#include <string>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

std::string report_page(const Json& results);

}  // namespace oovec::lab
