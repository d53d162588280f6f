#include "oovec/base/float16.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace oovec {
namespace {

TEST(Float16, EveryNumberIsReadBack) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float number = from_float16(half);
    if (std::isnan(number))
      EXPECT_TRUE(std::isnan(from_float16(to_float16(number))));
    else
      EXPECT_EQ(to_float16(number), half) << number;
  }
}

TEST(Float16, KnownNumbersHaveTheirBits) {
  EXPECT_EQ(to_float16(1), 0x3C00);
  EXPECT_EQ(to_float16(-2), 0xC000);
  EXPECT_EQ(to_float16(65504), 0x7BFF);
  EXPECT_EQ(to_float16(-0.0F), 0x8000);
  EXPECT_EQ(from_float16(0x0001), std::ldexp(1.0F, -24));
  EXPECT_EQ(from_float16(0x0400), std::ldexp(1.0F, -14));
  EXPECT_EQ(from_float16(0xFC00), -std::numeric_limits<float>::infinity());
}

TEST(Float16, RoundsToTheNearestAndToEvenBetweenTwo) {
  const float step = std::ldexp(1.0F, -10);
  EXPECT_EQ(to_float16(1 + step / 2), 0x3C00);
  EXPECT_EQ(to_float16(1 + step * 0.51F), 0x3C01);
  EXPECT_EQ(to_float16(1 + step * 1.5F), 0x3C02);
  EXPECT_EQ(to_float16(std::ldexp(1.0F, -25)), 0);
  EXPECT_EQ(to_float16(std::ldexp(1.5F, -25)), 1);
  EXPECT_EQ(to_float16(65519.99F), 0x7BFF);
  EXPECT_EQ(to_float16(65520), 0x7C00);
}

}  // namespace
}  // namespace oovec
