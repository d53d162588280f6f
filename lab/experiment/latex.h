// The tables of an experiment in LaTeX, to be pasted into a paper.
#pragma once

#include <string>
#include <string_view>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

constexpr const char* latex_name = "tables.tex";

// A tabular for each kind of test. Lines are those of booktabs where that is loaded, else plain
// ones; nothing else is needed.
[[nodiscard]] std::string make_latex(const Json& results);

// Text as LaTeX shows it.
[[nodiscard]] std::string escape_latex(std::string_view text);

}  // namespace oovec::lab
