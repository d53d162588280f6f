// Parses numbers as nearly all text vectors have them, such as "-0.24487": one digit, a point and
// one to eight decimals. Not part of the public interface.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace oovec::inline vectors {

// Reads such a number at `at` and returns its end. Null for every other number, among them those
// whose digits make 2^24 or more, and where fewer than nine bytes follow the point, since eight
// decimals are looked at together, whatever their number: no loop, no branch to mispredict.
//
// The value is the nearest float: digits below 2^24 and 10^8 are floats, and their quotient is
// rounded once.
[[nodiscard]] inline const char* parse_plain_decimal(const char* at, const char* end,
                                                     float& value) {
  static_assert(std::endian::native == std::endian::little, "the first decimal is the lowest byte");
  static constexpr std::array<std::uint32_t, 9> powers_of_ten{
      1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
  const bool negative = at != end && *at == '-';
  at += negative;
  if (end - at < 11 || at[1] != '.') return nullptr;
  const unsigned whole = static_cast<unsigned char>(*at) ^ '0';
  if (whole > 9) return nullptr;
  at += 2;

  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  bytes ^= 0x3030303030303030;  // digits are now 0 to 9 and all other bytes more
  const std::uint64_t others = (bytes + 0x7676767676767676) | bytes;  // have the highest bit set
  const auto decimals = static_cast<std::size_t>(std::countr_zero(others & 0x8080808080808080)) / 8;
  if (decimals == 0) return nullptr;

  bytes <<= 64 - 8 * decimals;        // drops what follows; zeros now precede the decimals
  bytes = 10 * bytes + (bytes >> 8);  // pairs of digits in bytes 0, 2, 4, 6
  bytes = (bytes & 0xFF000000FF) * (100 + (1'000'000ULL << 32)) +
          (bytes >> 16 & 0xFF000000FF) * (1 + (10'000ULL << 32));  // all of them in the upper half
  const std::uint32_t power = powers_of_ten[decimals];
  const std::uint32_t digits = whole * power + static_cast<std::uint32_t>(bytes >> 32);
  if (digits >= 1U << 24) return nullptr;
  const float quotient = static_cast<float>(digits) / static_cast<float>(power);
  value = quotient * static_cast<float>(1 - 2 * negative);  // a choice would be a branch
  return at + decimals;
}

}  // namespace oovec::inline vectors
