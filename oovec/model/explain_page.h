// An explanation as a web page (web/explanation.html): one file that loads nothing, in light, dark
// and print, with n-grams and context words shaded by importance as in the paper's figure.
#pragma once

#include <span>
#include <string>

#include "oovec/model/explain.h"

namespace oovec::inline model {

// `nearest` are words to show as the vector's neighbours, best first; none are needed.
[[nodiscard]] std::string explanation_page(const Explanation& explanation,
                                           std::span<const std::string> nearest = {});

}  // namespace oovec::inline model
