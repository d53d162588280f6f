#include "oovec/base/shorten.h"

#include <algorithm>
#include <cstddef>

namespace oovec::inline base {
namespace {

constexpr std::size_t longest_quoted = 200, longest_message = 4000, longest_end = 1000;

bool is_within_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The beginning of a text, `size` bytes or a few less, so that no character is cut.
std::string_view beginning(std::string_view text, std::size_t size) {
  while (size > 0 && is_within_character(text[size])) --size;
  return text.substr(0, size);
}

std::string_view ending(std::string_view text, std::size_t size) {
  std::size_t begin = text.size() - size;
  while (begin < text.size() && is_within_character(text[begin])) ++begin;
  return text.substr(begin);
}

std::string shorten_quoted(std::string_view message) {
  std::string short_message;
  for (;;) {
    const std::size_t open = message.find('"');
    const std::size_t close = open == message.npos ? open : message.find('"', open + 1);
    if (close == message.npos) return short_message.append(message);
    const std::string_view quoted = message.substr(open + 1, close - open - 1);
    short_message += message.substr(0, open + 1);
    if (quoted.size() > longest_quoted)
      short_message.append(beginning(quoted, longest_quoted)).append("…");
    else
      short_message += quoted;
    short_message += '"';
    message.remove_prefix(close + 1);
  }
}

}  // namespace

std::string shorten(std::string_view message) {
  if (message.size() <= longest_quoted) return std::string(message);
  std::string quoted = shorten_quoted(message);
  if (quoted.size() <= longest_message) return quoted;
  return std::string(beginning(quoted, longest_message - longest_end))
      .append(" … ")
      .append(ending(quoted, longest_end));
}

}  // namespace oovec::inline base
