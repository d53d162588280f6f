// Floats in half the memory: float16 (IEEE 754 binary16) has 11 bits of precision and numbers up to
// 65,504. bfloat16.h has the other half precision.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace oovec::inline base {

inline float from_float16(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t exponent = half >> 10 & 0x1FU;
  const std::uint32_t fraction = half & 0x3FFU;
  if (exponent == 0) {  // zero or subnormal
    const float value = std::ldexp(static_cast<float>(fraction), -24);
    return sign == 0 ? value : -value;
  }
  const std::uint32_t wide = exponent == 0x1F ? 0xFF : exponent + 127 - 15;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

// Rounds to the nearest, to even between two. Numbers from 65,520 become infinite.
inline std::uint16_t to_float16(float number) {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000U);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  const auto with_sign = [&](std::uint32_t half) {
    return static_cast<std::uint16_t>(sign | half);
  };
  if (magnitude > 0x7F800000U) return with_sign(0x7E00);   // NaN
  if (magnitude >= 0x477FF000U) return with_sign(0x7C00);  // 65,520 and more
  if (magnitude < 0x38800000U) {                           // below 2^-14: subnormal
    const float scaled = std::ldexp(std::bit_cast<float>(magnitude), 24);
    return with_sign(static_cast<std::uint32_t>(std::nearbyint(scaled)));
  }
  const std::uint32_t rounded = magnitude + 0xFFFU + (magnitude >> 13 & 1U);
  return with_sign((rounded >> 13) - ((127U - 15U) << 10));
}

}  // namespace oovec::inline base
