#include "oovec/vectors/write_decimal.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace oovec::inline vectors {
namespace {

constexpr std::array<std::uint32_t, 9> powers_of_ten = {
    1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};

// What gives nine digits before the point, by the number of zeros that a decimal begins with.
constexpr std::array<std::uint64_t, 4> scales = {100'000'000, 1'000'000'000, 10'000'000'000,
                                                 100'000'000'000};

// Nine digits, and how many zeros at their end can be left out.
struct Digits {
  std::uint32_t number;
  unsigned dropped;
};

// Of the decimals that read as the float with this mantissa, which is mantissa·scale / 2^shift, the
// one with the fewest digits, and of those the nearest. They lie within half a unit of the
// mantissa. All products fit into 64 bits, so nothing is rounded but the result. As hardly two
// numbers have the same number of digits, there are no branches to mispredict.
Digits find_shortest(std::uint32_t mantissa, std::uint64_t scale, unsigned shift) {
  const std::uint64_t exact = mantissa * scale;
  const auto upper = static_cast<std::uint32_t>((exact + scale / 2) >> shift);
  const auto width = upper - static_cast<std::uint32_t>((exact - scale / 2) >> shift);
  const auto reaches = [=](std::uint32_t power) { return unsigned{upper % power < width}; };
  unsigned dropped = reaches(10) + reaches(100) + reaches(1'000);
  if (dropped == 3)  // rarely
    while (dropped < 8 && reaches(powers_of_ten[dropped + 1])) ++dropped;

  const std::uint32_t power = powers_of_ten[dropped];
  const std::uint64_t unit = std::uint64_t{power} << shift;
  const std::uint32_t below = static_cast<std::uint32_t>(exact >> shift) / power;
  const std::uint64_t doubled_rest = 2 * (exact - below * unit);
  const std::uint32_t nearest = below + (doubled_rest + below % 2 > unit ? 1 : 0);  // or even
  return {nearest * power, dropped};
}

// The number is cut in halves, and they again, until each byte of a word has a digit.
void write_eight_digits(std::uint32_t number, char* at) {
  static_assert(std::endian::native == std::endian::little, "the first digit is the lowest byte");
  std::uint64_t word = number / 10'000 | std::uint64_t{number % 10'000} << 32;
  std::uint64_t upper = word * 10'486 >> 20 & 0x0000007F0000007F;  // both divided by 100
  word = upper | (word - 100 * upper) << 16;
  upper = word * 103 >> 10 & 0x000F000F000F000F;  // all four divided by 10
  word = upper | (word - 10 * upper) << 8;
  word += 0x3030303030303030;
  std::memcpy(at, &word, sizeof word);
}

}  // namespace

// Others than numbers from 0.001 to 10 are left to the general algorithm; so are powers of two,
// since below them floats lie closer.
char* write_decimal(float value, char* at) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t fraction = bits & 0x7FFFFF;
  const float size = std::fabs(value);
  if (!(size >= 0.001F && size < 10) || fraction == 0)
    return std::to_chars(at, at + longest_decimal, value).ptr;

  const unsigned zeros = (size < 1 ? 1 : 0) + (size < 0.1F ? 1 : 0) + (size < 0.01F ? 1 : 0);
  const auto [digits, dropped] =
      find_shortest(fraction | 0x800000, scales[zeros], 150 - (bits >> 23 & 0xFF));
  *at = '-';
  at += bits >> 31;
  std::copy_n("0.00", 4, at);
  at[zeros + (zeros > 0 ? 1 : 0)] = static_cast<char>('0' + digits / powers_of_ten[8]);
  at += zeros + 2;
  write_eight_digits(digits % powers_of_ten[8], at);
  const bool is_whole = zeros == 0 && dropped == 8;  // and has no point
  return at + 8 - dropped - (is_whole ? 1 : 0);
}

}  // namespace oovec::inline vectors
