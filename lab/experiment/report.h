// The results as a web page (web/report.html): a single file that loads nothing from the network.
// It has the paper's tables and figures, with our numbers beside the paper's, for light and dark
// screens and print.
#pragma once

#include <string>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

// The JSON value of the page: the results without the ranks and α of single words and seeds. It
// adds `paper` (the numbers that the paper reports), `lacks_context_vectors` (whether a system
// needed context vectors that were not given) and, for each system of `dn`, its `type` (S: surface
// form, C: context) and the deviation of its metrics over seeds (null if there is one seed).
[[nodiscard]] Json report_value(const Json& results);

[[nodiscard]] std::string report_page(const Json& results);

}  // namespace oovec::lab
