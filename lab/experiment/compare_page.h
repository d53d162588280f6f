// A comparison as a web page with figures (web/compare.html): one file that loads nothing.
#pragma once

#include <string>
#include <string_view>

namespace oovec::lab {

// `json` is comparison_json() (oovec/compare/compare.h).
[[nodiscard]] std::string compare_page(std::string_view json);

}  // namespace oovec::lab
