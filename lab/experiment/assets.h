// Files that are part of the program (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace oovec::lab {

std::string_view d3_script();  // the library that draws charts: docs/decisions/charts.md
std::string_view d3_license();
std::string_view charts_script();  // charts.js
std::string_view report_style();   // style.css

}  // namespace oovec::lab
