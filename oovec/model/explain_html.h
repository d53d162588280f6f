// An explanation as a web page: one file without scripts or anything to load, in light and dark,
// with n-grams and context words shaded by importance as in the paper's figure.
#pragma once

#include <span>
#include <string>

#include "oovec/model/explain.h"

namespace oovec {

// `nearest` are words to show as the vector's neighbours, best first; none are needed.
std::string explanation_page(const Explanation& explanation,
                             std::span<const std::string> nearest = {});

}  // namespace oovec
