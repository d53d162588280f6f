#include "oovec/text/html.h"

#include <fmt/format.h>

namespace oovec::inline text {

std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '"')
      escaped += "&quot;";
    else if (c == '\'')
      escaped += "&#39;";
    else if (byte < 0x20 || byte == 0x7F)
      escaped += fmt::format("&#{};", 0x2400 + (byte == 0x7F ? 0x21 : byte));
    else
      escaped += c;
  }
  return escaped;
}

std::string isolate_html(std::string_view text) { return "<bdi>" + escape_html(text) + "</bdi>"; }

}  // namespace oovec::inline text
