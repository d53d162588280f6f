#include "oovec/base/options.h"

#include <fmt/format.h>

namespace oovec::inline base {

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

std::string wrong_number(const std::string& text, bool whole, Range range) {
  std::string message = fmt::format("\"{}\" is not a {}number", text, whole ? "whole " : "");
  const Range any;
  if (range.low != any.low) message += fmt::format(" from {}", range.low);
  if (range.high != any.high)
    message += fmt::format(" up to {}", range.high);
  else if (range.low != any.low)
    message += " up";
  return message;
}

std::string list_choices(const std::vector<std::string>& choices) {
  std::string list = choices.front();
  for (std::size_t i = 1; i < choices.size(); ++i)
    list += (i + 1 == choices.size() ? " or " : ", ") + choices[i];
  return list;
}

}  // namespace oovec::inline base
