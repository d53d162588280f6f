// An explanation as a web page: one file without scripts or anything to load, in light and dark,
// with n-grams and context words shaded by importance as in the paper's figure.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "oovec/model/explain.h"

namespace oovec::inline model {

// `nearest` are words to show as the vector's neighbours, best first; none are needed.
std::string explanation_page(const Explanation& explanation,
                             std::span<const std::string> nearest = {});

// Its n-grams, its context words and their shares alone, for a page of one's own that has that
// style and says what the colours --form and --context are.
std::string explanation_fragment(const Explanation& explanation);
std::string_view explanation_style();

}  // namespace oovec::inline model
