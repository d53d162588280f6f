// NaN and infinities among numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace oovec::inline base {

// The position of the first NaN or infinity, or nothing.
[[nodiscard]] std::optional<std::size_t> find_not_finite(std::span<const float> values);

[[nodiscard]] inline bool all_finite(std::span<const float> values) {
  return !find_not_finite(values);
}

[[nodiscard]] bool all_finite(std::span<const double> values);

// The same for numbers of 16 bits, given the bits of their exponent: a number is finite unless all
// of these are set.
inline constexpr std::uint16_t float16_exponent = 0x7C00;
inline constexpr std::uint16_t bfloat16_exponent = 0x7F80;
[[nodiscard]] bool all_finite(std::span<const std::uint16_t> halves, std::uint16_t exponent);

}  // namespace oovec::inline base
