#include "oovec/io/json.h"

#include <fmt/format.h>

#include "oovec/base/error.h"

namespace oovec::inline io {
namespace {

// The position after a string whose first quote is before `at`: a quote ends it unless the number
// of backslashes before it is odd.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (;;) {
    const std::size_t quote = text.find('"', at);
    if (quote == std::string_view::npos) return text.size();
    std::size_t begin = quote;
    while (begin > at && text[begin - 1] == '\\') --begin;
    at = quote + 1;
    if ((quote - begin) % 2 == 0) return at;
  }
}

}  // namespace

// Brackets and commas outside of strings tell all: where a text is not JSON, a parser stops before
// it can find more than is counted here.
std::optional<std::string> find_json_excess(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes)
    return fmt::format("larger than {} MiB", (limits.bytes + (1U << 20) - 1) >> 20);
  if (text.size() <= limits.depth && text.size() <= limits.values) return std::nullopt;
  std::size_t depth = 0, values = 1;
  for (std::size_t at = 0; at < text.size();) {
    switch (text[at++]) {
      case '"':
        at = end_of_string(text, at);
        continue;
      case '[':
      case '{':
        if (++depth > limits.depth) return fmt::format("nested more than {} deep", limits.depth);
        [[fallthrough]];
      case ',':
      case ':':
        if (++values > limits.values) return fmt::format("of more than {} values", limits.values);
        continue;
      case ']':
      case '}':
        if (depth-- == 0) return std::nullopt;
        continue;
      default:
        continue;
    }
  }
  return std::nullopt;
}

std::size_t count_json_keys(std::string_view text) {
  std::size_t keys = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char found = text[at++];
    if (found == '"')
      at = end_of_string(text, at);
    else if (found == ':')
      ++keys;
  }
  return keys;
}

void check_json_limits(std::string_view text, const std::string& name, const JsonLimits& limits) {
  if (const auto excess = find_json_excess(text, limits))
    throw Error(ErrorKind::malformed,
                fmt::format("{}: JSON {}; oovec does not read such files", name, *excess));
}

}  // namespace oovec::inline io
