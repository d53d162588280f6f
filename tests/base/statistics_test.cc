#include "oovec/base/statistics.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <vector>

#include "tests/base/arbitrary_values.h"

namespace oovec {
namespace {

using Sample = std::vector<double>;

TEST(Quantile, IsInterpolatedBetweenValues) {
  const Sample sorted = {1, 2, 4};
  EXPECT_EQ(quantile(sorted, 0), 1);
  EXPECT_EQ(quantile(sorted, 0.25), 1.5);
  EXPECT_EQ(quantile(sorted, 0.75), 3);
  EXPECT_EQ(quantile(sorted, 1), 4);
  EXPECT_EQ(quantile(Sample{7}, 0.3), 7);
}

TEST(Median, IsTheMiddleOfAnOddNumber) { EXPECT_EQ(median(Sample{9, 1, 5}), 5); }

TEST(Median, IsTheMeanOfTheTwoInTheMiddleOfAnEvenNumber) {
  EXPECT_EQ(median(Sample{49, 1, 1000, 50}), 49.5);
}

TEST(Median, OfOneValueIsThatValue) { EXPECT_EQ(median(Sample{7}), 7); }

TEST(Median, HasAsManyValuesBelowAsAbove) {
  EXPECT_TRUE(rc::check([] {
    const Sample values = arbitrary_values(arbitrary_size());
    const double found = median(values);
    const auto below =
        std::count_if(values.begin(), values.end(), [&](double x) { return x < found; });
    const auto above =
        std::count_if(values.begin(), values.end(), [&](double x) { return x > found; });
    RC_ASSERT(static_cast<std::size_t>(below) * 2 <= values.size());
    RC_ASSERT(static_cast<std::size_t>(above) * 2 <= values.size());
  }));
}

TEST(MedianRank, IsTheMedianOfRanks) {
  EXPECT_EQ(median_rank(std::vector<std::size_t>{341'479, 1, 50, 49}), 49.5);
}

TEST(MeanReciprocalRank, AveragesTheInverses) {
  EXPECT_EQ(mean_reciprocal_rank(std::vector<std::size_t>{1, 2, 4, 4}), 0.5);
}

TEST(MiddleOf, LeavesOutTheLowestAndHighestTwoAndAHalfPercent) {
  Sample values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(999 - i);
  EXPECT_EQ(middle_of(values).low, 25);
  EXPECT_EQ(middle_of(values).high, 974);
  EXPECT_EQ(middle_of({}).low, 0);
}

TEST(PermutationP, CountsTheObservedOrderAndWhatEqualsIt) {
  EXPECT_EQ(permutation_p(2, Sample{1, 2, 3}), 0.75);
  EXPECT_EQ(permutation_p(2, Sample{2 - 1e-7}), 1);
  EXPECT_EQ(permutation_p(5, Sample(99)), 0.01);
  EXPECT_EQ(permutation_p(5, Sample{}), 1);
}

TEST(Holm, MultipliesByHowManyAreNotYetRejected) {
  EXPECT_EQ(holm_adjusted(Sample{0.01, 0.04, 0.03}), (Sample{0.03, 0.06, 0.06}));
  EXPECT_EQ(holm_adjusted(Sample{0.5, 0.9}), (Sample{1, 1}));
  EXPECT_TRUE(holm_adjusted(Sample{}).empty());
}

}  // namespace
}  // namespace oovec
