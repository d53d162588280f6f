#include "oovec/base/bfloat16.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oovec/base/random.h"

namespace oovec {
namespace {

float rounded(float number) { return from_bfloat16(to_bfloat16(number)); }

TEST(Bfloat16, KeepsWhatFitsEightBits) {
  for (const float number : {0.0F, 1.0F, -1.0F, 0.5F, 255.0F, -0.0078125F, 0x1p-126F, 0x1p127F})
    EXPECT_EQ(rounded(number), number);
  EXPECT_TRUE(std::signbit(rounded(-0.0F)));
}

TEST(Bfloat16, RoundsToTheNearest) {
  EXPECT_EQ(rounded(0x1.01p0F + 0x1p-20F), 0x1.02p0F);
  EXPECT_EQ(rounded(0x1.01p0F - 0x1p-20F), 0x1p0F);
}

TEST(Bfloat16, RoundsToEvenBetweenTwo) {
  EXPECT_EQ(rounded(0x1.01p0F), 0x1p0F);
  EXPECT_EQ(rounded(0x1.03p0F), 0x1.04p0F);
  EXPECT_EQ(rounded(-0x1.03p0F), -0x1.04p0F);
}

TEST(Bfloat16, TheLargestNumbersBecomeInfinite) {
  EXPECT_EQ(rounded(0x1.FEp127F), 0x1.FEp127F);
  EXPECT_TRUE(std::isinf(rounded(std::numeric_limits<float>::max())));
}

TEST(Bfloat16, IsOffByAtMostOnePartIn256) {
  Random random(1);
  for (int i = 0; i < 10000; ++i) {
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
    if (!std::isnormal(number) || std::abs(number) > 0x1.FEp127F) continue;
    ASSERT_LE(std::abs(rounded(number) - number), std::abs(number) / 256) << number;
  }
}

TEST(Bfloat16, EveryHalfIsItsOwnRounding) {
  for (std::uint32_t half = 0; half <= 0xFFFF; ++half) {
    const float number = from_bfloat16(static_cast<std::uint16_t>(half));
    if (!std::isnan(number)) {
      ASSERT_EQ(to_bfloat16(number), half);
    }
  }
}

}  // namespace
}  // namespace oovec
