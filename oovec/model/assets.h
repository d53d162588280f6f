// Files of web/ that are part of the library (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace oovec::inline model {

std::string_view style_css();    // of all pages
std::string_view elements_js();  // of all pages
std::string_view explanation_html();
std::string_view explanation_js();

}  // namespace oovec::inline model
