#include "oovec/base/correlation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "tests/base/arbitrary_values.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Values = std::vector<double>;

constexpr double rounding = 1e-12;

TEST(AverageRanks, CountFromOne) {
  EXPECT_THAT(average_ranks(Values{0.5, -3, 7}), ElementsAre(2, 1, 3));
}

TEST(AverageRanks, AreSharedByEqualValues) {
  EXPECT_THAT(average_ranks(Values{2, 1, 2, 0, 2}), ElementsAre(4, 2, 4, 1, 4));
  EXPECT_THAT(average_ranks(Values{1, 1}), ElementsAre(1.5, 1.5));
}

TEST(AverageRanks, OfNothingAreNone) { EXPECT_THAT(average_ranks(Values{}), IsEmpty()); }

// One more than how many are smaller, and half of the others that are equal.
TEST(AverageRanks, AreWhatCountingGives) {
  EXPECT_TRUE(rc::check([] {
    const Values values = arbitrary_values(arbitrary_size());
    const Values ranks = average_ranks(values);
    for (std::size_t i = 0; i < values.size(); ++i) {
      double expected = 0.5;
      for (const double other : values)
        expected += other < values[i] ? 1 : other == values[i] ? 0.5 : 0;
      RC_ASSERT(ranks[i] == expected);
    }
  }));
}

struct Correlation {
  Values x, y;
  double pearson, spearman;
};

// Of random whole numbers, by scipy 1.17.1: stats.pearsonr(x, y)[0], stats.spearmanr(x, y)[0].
const Correlation by_scipy[] = {
    {{0, 0, 1}, {0, 0, 2}, 1.0, 1.0},
    {{3, 5, 4, 6, 3}, {6, 7, 1, 5, 0}, 0.4432637102200669, 0.35909242322980395},
    {{1, 1, 1, 1, 0, 2, 1, 2},
     {0, 0, 2, 0, 1, 1, 1, 0},
     -0.18725147156828456,
     -0.18823081310526069},
    {{1, 0, 0, 0, 0, 3, 2, 3, 3, 2}, {3, 1, 2, 1, 2, 0, 2, 1, 2, 0}, -0.30671917946594857, -0.26},
    {{15, 18, 13, 37, 21, 0, 10, 20, 4, 8, 5, 32},
     {27, 25, 11, 29, 23, 11, 24, 32, 15, 33, 27, 20},
     0.3368478243390575,
     0.2912298629163391},
    {{1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1},
     {1, 0, 1, 1, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1},
     0.07273929674533079,
     0.07273929674533079},
};

TEST(Pearson, IsWhatScipyFinds) {
  for (const Correlation& c : by_scipy) EXPECT_NEAR(*pearson(c.x, c.y), c.pearson, rounding);
}

TEST(Spearman, IsWhatScipyFindsAmongTies) {
  for (const Correlation& c : by_scipy) EXPECT_NEAR(*spearman(c.x, c.y), c.spearman, rounding);
}

TEST(Pearson, IsNotDefinedForConstants) {
  EXPECT_FALSE(pearson(Values{0.1, 0.1, 0.1}, Values{1, 2, 3}));
  EXPECT_FALSE(pearson(Values{1, 2, 3}, Values{0.1, 0.1, 0.1}));
  EXPECT_FALSE(pearson(Values{1}, Values{2}));
  EXPECT_FALSE(pearson(Values{}, Values{}));
}

TEST(Pearson, OfALineIsOneWithItsSign) {
  EXPECT_DOUBLE_EQ(*pearson(Values{1, 2, 4}, Values{-3, -1, 3}), 1);
  EXPECT_DOUBLE_EQ(*pearson(Values{1, 2, 4}, Values{3, 1, -3}), -1);
}

// Cov(x, y) from all pairs of places: n²·Cov = Σᵢ<ⱼ (xᵢ − xⱼ)(yᵢ − yⱼ), which needs no means.
double covariance(const Values& x, const Values& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) sum += (x[i] - x[j]) * (y[i] - y[j]);
  return sum;
}

TEST(Pearson, IsTheNormedCovariance) {
  EXPECT_TRUE(rc::check([] {
    const std::size_t size = arbitrary_size();
    const Values x = arbitrary_values(size);
    const Values y = arbitrary_values(size);
    const auto found = pearson(x, y);
    const double norm = std::sqrt(covariance(x, x) * covariance(y, y));
    RC_ASSERT(found.has_value() == (norm > 0));
    if (found) RC_ASSERT(std::abs(*found - covariance(x, y) / norm) < rounding);
  }));
}

TEST(Spearman, MindsNothingButTheOrder) {
  EXPECT_TRUE(rc::check([] {
    const std::size_t size = arbitrary_size();
    const Values x = arbitrary_values(size);
    Values y = arbitrary_values(size);
    const auto before = spearman(x, y);
    for (double& value : y) value = std::exp(value);
    RC_ASSERT(spearman(x, y) == before);
    RC_ASSERT(spearman(y, x).has_value() == before.has_value());
  }));
}

}  // namespace
}  // namespace oovec
