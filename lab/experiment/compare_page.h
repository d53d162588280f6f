// A comparison as a web page with charts (web/compare.html): a single file that loads nothing from
// the network.
#pragma once

#include <string>
#include <string_view>

namespace oovec::lab {

// `json` is the result of comparison_json() (oovec/compare/compare.h).
[[nodiscard]] std::string compare_page(std::string_view json);

}  // namespace oovec::lab
