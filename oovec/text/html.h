// Text within web pages.
#pragma once

#include <string>
#include <string_view>

namespace oovec::inline text {

// Fit for elements and attributes. Control characters, which HTML does not allow, become their
// pictures: U+2400 and so on.
[[nodiscard]] std::string escape_html(std::string_view text);

// An element with the text, whose direction of writing does not affect what is around it.
[[nodiscard]] std::string isolate_html(std::string_view text);

}  // namespace oovec::inline text
