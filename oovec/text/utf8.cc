#include "oovec/text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace oovec::inline text {
namespace {

// A well-formed sequence at the start of the text has `length` bytes and `well_formed` set; an
// ill-formed one has the length of its longest well-formed prefix, at least 1.
struct Sequence {
  std::size_t length;
  bool well_formed;
};

Sequence next_sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {1, true};
  if (lead < 0xC2 || lead > 0xF4) return {1, false};

  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // The second byte's range excludes overlong forms, surrogates and code points past U+10FFFF.
  const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size()) return {i, false};
    const bool in_range =
        i == 1 ? byte(i) >= low && byte(i) <= high : byte(i) >= 0x80 && byte(i) <= 0xBF;
    if (!in_range) return {i, false};
  }
  return {length, true};
}

// Length of the leading run of ASCII, eight bytes at a time.
std::size_t ascii_prefix(std::string_view text) {
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t chunk = 0;
    std::memcpy(&chunk, text.data() + i, 8);
    if (chunk & 0x8080808080808080U) break;
  }
  while (i < text.size() && static_cast<unsigned char>(text[i]) < 0x80) ++i;
  return i;
}

}  // namespace

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  std::size_t at = ascii_prefix(text);
  while (at < text.size()) {
    const Sequence sequence = next_sequence(text.substr(at));
    if (!sequence.well_formed) return at;
    at += sequence.length;
    at += ascii_prefix(text.substr(at));
  }
  return std::nullopt;
}

std::string replace_invalid_utf8(std::string_view text) {
  std::string repaired;
  repaired.reserve(text.size());
  while (!text.empty()) {
    const Sequence sequence = next_sequence(text);
    if (sequence.well_formed)
      repaired += text.substr(0, sequence.length);
    else
      repaired += "\uFFFD";
    text.remove_prefix(sequence.length);
  }
  return repaired;
}

}  // namespace oovec::inline text
