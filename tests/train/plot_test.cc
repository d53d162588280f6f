#include "oovec/train/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oovec {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(Plot, ShowsLossAndScoreOfEveryEpoch) {
  const std::vector<EpochResult> epochs = {{1, 9.5, 0.1, {}}, {2, 4.25, 0.3, {}}, {3, 4, 0.2, {}}};
  const std::string svg = plot_epochs(epochs);
  EXPECT_EQ(count(svg, "<polyline"), 2U);
  // The highest value is at the top, the lowest at the bottom.
  EXPECT_THAT(svg, HasSubstr("points=\"56.0,56.0 320.0,292.7 584.0,304.0 \""));
  EXPECT_THAT(svg, HasSubstr("points=\"56.0,304.0 320.0,56.0 584.0,180.0 \""));
  EXPECT_THAT(svg, HasSubstr(">9.5<"));
  EXPECT_THAT(svg, HasSubstr(">0.3<"));
}

TEST(Plot, HasOneCurveWithoutDevelopmentData) {
  const std::vector<EpochResult> epochs = {{1, 9.5, std::nullopt, {}}};
  const std::string svg = plot_epochs(epochs);
  EXPECT_EQ(count(svg, "<polyline"), 1U);
  EXPECT_THAT(svg, Not(HasSubstr("score")));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace oovec
