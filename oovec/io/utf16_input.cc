#include "oovec/io/utf16_input.h"

#include <algorithm>
#include <array>

namespace oovec::inline io {
namespace {

constexpr std::size_t units_at_once = std::size_t{32} << 10;

unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

// How many code units, out of how many, have a low byte of this kind at the given place.
std::size_t count_low(std::string_view start, std::size_t place) {
  std::size_t count = 0;
  for (std::size_t i = place; i < start.size(); i += 2) count += byte_at(start, i) < 0x20 ? 1 : 0;
  return count;
}

void append_utf8(char32_t c, std::string& text) {
  const auto tail = [&](unsigned shift) {
    text += static_cast<char>(0x80 | ((c >> shift) & 0x3F));
  };
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xC0 | (c >> 6));
    tail(0);
  } else if (c < 0x10000) {
    text += static_cast<char>(0xE0 | (c >> 12));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | (c >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace

std::optional<ByteOrder> find_utf16(std::string_view start) {
  if (start.starts_with("\xFF\xFE")) return ByteOrder::little;
  if (start.starts_with("\xFE\xFF")) return ByteOrder::big;
  const std::size_t units = start.size() / 2;
  if (units < 2) return std::nullopt;
  start = start.substr(0, 2 * units);
  const std::size_t even = count_low(start, 0);
  const std::size_t odd = count_low(start, 1);
  const auto is_high = [&](std::size_t high, std::size_t low) {
    return 10 * high >= 9 * units && 2 * low <= units;
  };
  // Some NUL is there in any text with blanks or line ends.
  if (start.find('\0') == std::string_view::npos) return std::nullopt;
  if (is_high(odd, even)) return ByteOrder::little;
  if (is_high(even, odd)) return ByteOrder::big;
  return std::nullopt;
}

std::size_t Utf16Input::read(std::span<char> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size() && (used_ < text_.size() || refill())) {
    const std::size_t count = std::min(text_.size() - used_, buffer.size() - filled);
    std::copy_n(text_.data() + used_, count, buffer.data() + filled);
    used_ += count;
    filled += count;
  }
  return filled;
}

// False if there is no more.
bool Utf16Input::refill() {
  text_.clear();
  used_ = 0;
  while (text_.empty() && !at_end_) {
    std::array<char, 2 * units_at_once> bytes;
    const std::size_t count = input_->read(bytes);
    at_end_ = count < bytes.size();
    const std::string_view read(bytes.data(), count);
    const std::size_t first = order_ == ByteOrder::little ? 0 : 8;
    for (std::size_t i = 0; i + 1 < count; i += 2)
      add_unit(
          static_cast<char32_t>(byte_at(read, i) << first | byte_at(read, i + 1) << (8 - first)));
    if (!at_end_) continue;
    if (high_ != 0) append_utf8(high_, text_);
    if (count % 2 != 0) text_ += '\xFF';
  }
  return !text_.empty();
}

void Utf16Input::add_unit(char32_t unit) {
  const bool is_low = unit >= 0xDC00 && unit < 0xE000;
  if (high_ != 0) {
    if (is_low)
      unit = 0x10000 + ((high_ - 0xD800) << 10) + (unit - 0xDC00);
    else
      append_utf8(high_, text_);
    high_ = 0;
  }
  if (unit >= 0xD800 && unit < 0xDC00)
    high_ = unit;
  else
    append_utf8(unit, text_);
}

}  // namespace oovec::inline io
