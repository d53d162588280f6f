// Numbers in as few bytes as they need, seven bits in each, low ones first; the eighth bit says
// that more follow. Sentences are stored so: frequent words come first in vectors files, so most
// tokens take one or two bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace oovec::inline corpus {

inline void append_varint(std::string& bytes, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
  bytes += static_cast<char>(number);
}

// Removes a number from the front of `bytes`; false if there is no whole one of 32 bits.
[[nodiscard]] inline bool take_varint(std::string_view& bytes, std::uint32_t& number) {
  static_assert(std::endian::native == std::endian::little, "the first byte has the low bits");
  // Four bytes at once, without a branch that depends on the number: lengths are hard to guess.
  if (bytes.size() >= 4) {
    std::uint32_t four = 0;
    std::memcpy(&four, bytes.data(), 4);
    const std::uint32_t ends = ~four & 0x80808080;
    if (ends != 0) {
      const std::uint32_t taken = four & (ends ^ (ends - 1));  // up to the first byte that ends
      number = (taken & 0x7F) | (taken >> 1 & 0x3F80) | (taken >> 2 & 0x1FC000) |
               (taken >> 3 & 0xFE00000);
      bytes.remove_prefix(static_cast<unsigned>(std::countr_zero(ends)) / 8 + 1);
      return true;
    }
  }
  number = 0;
  for (unsigned shift = 0; shift < 35 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    if (shift == 28 && byte > 0x0F) return false;
    number |= static_cast<std::uint32_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

}  // namespace oovec::inline corpus
