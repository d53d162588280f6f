// Floats in half the memory: bfloat16 is the upper half of a float, with 8 bits of precision.
#pragma once

#include <bit>
#include <cstdint>

namespace oovec::inline base {

inline float from_bfloat16(std::uint16_t half) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(half) << 16);
}

// Rounds to the nearest, to even between two. The number must be finite; the largest ones, above
// 3.39e38, become infinite.
inline std::uint16_t to_bfloat16(float number) {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

}  // namespace oovec::inline base
