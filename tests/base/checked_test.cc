#include "oovec/base/checked.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>

namespace oovec {
namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

template <class Operation>
bool overflows(Operation operation) {
  try {
    operation();
    return false;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::malformed);
    return true;
  }
}

TEST(CheckedAdd, ReachesTheLargestNumberAndNoFurther) {
  EXPECT_EQ(checked_add(largest - 1, std::uint64_t{1}), largest);
  EXPECT_TRUE(overflows([] { (void)checked_add(largest, std::uint64_t{1}); }));
  EXPECT_TRUE(overflows([] { (void)checked_add(largest, largest); }));
}

TEST(CheckedMul, ReachesTheLargestNumberAndNoFurther) {
  constexpr std::uint64_t half = std::uint64_t{1} << 32;
  EXPECT_EQ(checked_mul(half - 1, half + 1), largest);
  EXPECT_EQ(checked_mul(largest, std::uint64_t{0}), 0U);
  EXPECT_TRUE(overflows([] { (void)checked_mul(half, half); }));
  EXPECT_TRUE(overflows([] { (void)checked_mul(largest, std::uint64_t{2}); }));
}

// Against the same sums and products in twice the width.
TEST(Checked, AgreesWithWiderArithmetic) {
  EXPECT_TRUE(rc::check([](std::uint32_t a, std::uint32_t b) {
    constexpr std::uint64_t largest32 = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t sum = std::uint64_t{a} + b;
    const std::uint64_t product = std::uint64_t{a} * b;
    RC_ASSERT(overflows([&] { RC_ASSERT(checked_add(a, b) == sum); }) == (sum > largest32));
    RC_ASSERT(overflows([&] { RC_ASSERT(checked_mul(a, b) == product); }) == (product > largest32));
  }));
}

}  // namespace
}  // namespace oovec
