// The JSON form of an explanation, the same for the program, pages, Python and experiments
// (docs/explain.md lists its keys).
#pragma once

#include <span>
#include <string>

#include "oovec/model/explain.h"

namespace oovec::inline model {

// One line. `nearest` are words to name as the vector's neighbours, best first; none are needed.
// Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string explanation_json(const Explanation& explanation,
                                           std::span<const std::string> nearest = {});

}  // namespace oovec::inline model
