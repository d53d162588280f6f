// The tables of an experiment in LaTeX, to be pasted into a paper.
#pragma once

#include <string>
#include <string_view>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

constexpr const char* latex_name = "tables.tex";

// Returns a tabular for each kind of test. It uses the rules of booktabs if that is loaded, and
// \hline otherwise; no other package is needed.
[[nodiscard]] std::string make_latex(const Json& results);

// Escapes text so that LaTeX prints it as it is.
[[nodiscard]] std::string escape_latex(std::string_view text);

}  // namespace oovec::lab
