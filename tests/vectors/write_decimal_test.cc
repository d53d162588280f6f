#include "oovec/vectors/write_decimal.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>

namespace oovec {
namespace {

std::string shortest(float value) {
  std::array<char, longest_decimal> text;
  return {text.data(), write_decimal(value, text.data())};
}

std::string by_to_chars(float value) {
  std::array<char, longest_decimal> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

TEST(WriteDecimal, IsAsShortAsCanBe) {
  EXPECT_EQ(shortest(0.1F), "0.1");
  EXPECT_EQ(shortest(-0.24487F), "-0.24487");
  EXPECT_EQ(shortest(0.01F), "0.01");
  EXPECT_EQ(shortest(3), "3");
  EXPECT_EQ(shortest(9.999999F), "9.999999");
  EXPECT_EQ(shortest(-0.0012345678F), "-0.0012345678");
}

TEST(WriteDecimal, OfTwoEquallyNearIsTheEvenOne) {
  EXPECT_EQ(shortest(1.00390625F), "1.0039062");
  EXPECT_EQ(shortest(1.01171875F), "1.0117188");
}

TEST(WriteDecimal, IsThatOfToCharsForNumbersOfAnySize) {
  for (const float limit : {0.001F, 0.01F, 0.1F, 1.0F, 10.0F})
    for (std::uint32_t bits = std::bit_cast<std::uint32_t>(limit) - 1000, i = 0; i < 2000; ++i) {
      const auto value = std::bit_cast<float>(bits + i);
      ASSERT_EQ(shortest(value), by_to_chars(value));
    }
  constexpr std::uint32_t step = 4099;  // a prime, so that all endings of the mantissa occur
  for (std::uint64_t bits = 0; bits <= std::numeric_limits<std::uint32_t>::max(); bits += step) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    ASSERT_EQ(shortest(value), by_to_chars(value));
  }
}

}  // namespace
}  // namespace oovec
