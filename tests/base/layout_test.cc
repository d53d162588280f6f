#include "oovec/base/layout.h"

#include <limits>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"

namespace oovec {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

TEST(Layout, PartsFollowEachOther) {
  Layout layout;
  const Part matrix = layout.add("matrix", {2, 3});
  const Part bias = layout.add("bias", {2});
  EXPECT_EQ(layout.size(), 8U);
  EXPECT_EQ(matrix.begin, 0U);
  EXPECT_EQ(matrix.size, 6U);
  EXPECT_EQ(bias.begin, 6U);
  const std::vector<float> numbers = {0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_THAT(bias.of(std::span(numbers)), ElementsAre(6, 7));
  EXPECT_THAT(layout["matrix"].of(std::span(numbers)), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(Layout, AnUnknownNameIsABug) {
  const Layout layout;
  EXPECT_THROW((void)layout["gate"], std::logic_error);
}

TEST(Layout, ASizeThatOverflowsIsRefused) {
  constexpr std::size_t huge = std::numeric_limits<std::size_t>::max() / 2;
  Layout layout;
  EXPECT_THROW(layout.add("matrix", {huge, 3}), Error);
  layout.add("most", {huge});
  layout.add("rest", {huge});
  EXPECT_THROW(layout.add("more", {2}), Error);
}

TEST(Layout, FirstParametersAreBoundedByTheFanAndZeroWithout) {
  Layout layout;
  const Part matrix = layout.add("matrix", {100, 50}, {.inputs = 50, .outputs = 100});
  const Part bias = layout.add("bias", {100});
  Random random(1);
  std::vector<float> parameters = first_parameters(layout, random);
  const float bound = std::sqrt(6.0F / 150);
  float greatest = 0;
  for (const float x : matrix.of(std::span(parameters))) greatest = std::max(greatest, std::abs(x));
  EXPECT_LE(greatest, bound);
  EXPECT_GT(greatest, 0.99F * bound);
  EXPECT_THAT(bias.of(std::span(parameters)), Each(0));
}

}  // namespace
}  // namespace oovec
