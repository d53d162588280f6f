// The results as a web page (web/report.html): one file that loads nothing, with the paper's tables
// and figures, ours beside the paper's own; in light, dark and print.
#pragma once

#include <string>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

// What the page shows: the results without the ranks and α of single words and seeds, but with
// `paper`, what the paper reports; `lacks_context_vectors`, whether a system would have wanted
// them; and of each system of `dn` its `type` (S: surface form, C: context) and the deviation of
// its figures over seeds, null if there is one seed.
[[nodiscard]] Json report_value(const Json& results);

[[nodiscard]] std::string report_page(const Json& results);

}  // namespace oovec::lab
