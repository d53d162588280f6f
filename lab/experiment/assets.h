// Files of web/, and D3, that are part of the lab (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace oovec::lab {

std::string_view compare_html();
std::string_view compare_js();
std::string_view heldout_html();
std::string_view heldout_js();
std::string_view report_html();
std::string_view report_js();
std::string_view tables_js();
std::string_view comparison_js();
std::string_view charts_js();
std::string_view d3_js();  // the library that draws charts: docs/decisions/charts.md
std::string_view d3_license();

}  // namespace oovec::lab
