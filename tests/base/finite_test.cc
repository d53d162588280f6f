#include "oovec/base/finite.h"

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <vector>

namespace oovec {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(Finite, FindsTheFirstOfAnySizeAtAnyPlace) {
  for (const std::size_t size : {1, 15, 16, 17, 40}) {
    std::vector<float> values(size, std::numeric_limits<float>::max());
    EXPECT_TRUE(all_finite(values));
    for (std::size_t i = size; i-- > 0;) {
      values[i] = i % 3 == 0 ? nan : i % 3 == 1 ? infinity : -infinity;
      EXPECT_EQ(find_not_finite(values), i);
      EXPECT_FALSE(all_finite(values));
    }
  }
  EXPECT_TRUE(all_finite(std::span<const float>()));
}

}  // namespace
}  // namespace oovec
