#include "lab/eval/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "oovec/base/random.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Numbers = std::vector<double>;

constexpr double rounding = 1e-12;

// Few different values, so that there are ties.
Numbers arbitrary_values(std::size_t size) {
  const auto whole = *rc::gen::container<std::vector<int>>(size, rc::gen::inRange(-4, 5));
  return {whole.begin(), whole.end()};
}

std::size_t arbitrary_size() { return *rc::gen::inRange<std::size_t>(2, 30); }

TEST(Median, IsTheMiddleOfAnOddNumber) { EXPECT_EQ(median(Numbers{9, 1, 5}), 5); }

TEST(Median, IsTheMeanOfTheTwoInTheMiddleOfAnEvenNumber) {
  EXPECT_EQ(median(Numbers{49, 1, 1000, 50}), 49.5);
}

TEST(Median, OfOneValueIsThatValue) { EXPECT_EQ(median(Numbers{7}), 7); }

TEST(Median, HasAsManyValuesBelowAsAbove) {
  EXPECT_TRUE(rc::check([] {
    const Numbers values = arbitrary_values(arbitrary_size());
    const double found = median(values);
    const auto below =
        std::count_if(values.begin(), values.end(), [&](double x) { return x < found; });
    const auto above =
        std::count_if(values.begin(), values.end(), [&](double x) { return x > found; });
    RC_ASSERT(static_cast<std::size_t>(below) * 2 <= values.size());
    RC_ASSERT(static_cast<std::size_t>(above) * 2 <= values.size());
  }));
}

TEST(MeanReciprocalRank, AveragesTheInverses) {
  EXPECT_EQ(mean_reciprocal_rank(std::vector<std::size_t>{1, 2, 4, 4}), 0.5);
}

TEST(AverageRanks, CountFromOne) {
  EXPECT_THAT(average_ranks(Numbers{0.5, -3, 7}), ElementsAre(2, 1, 3));
}

TEST(AverageRanks, AreSharedByEqualValues) {
  EXPECT_THAT(average_ranks(Numbers{2, 1, 2, 0, 2}), ElementsAre(4, 2, 4, 1, 4));
  EXPECT_THAT(average_ranks(Numbers{1, 1}), ElementsAre(1.5, 1.5));
}

TEST(AverageRanks, OfNothingAreNone) { EXPECT_THAT(average_ranks(Numbers{}), IsEmpty()); }

// One more than how many are smaller, and half of the others that are equal.
TEST(AverageRanks, AreWhatCountingGives) {
  EXPECT_TRUE(rc::check([] {
    const Numbers values = arbitrary_values(arbitrary_size());
    const Numbers ranks = average_ranks(values);
    for (std::size_t i = 0; i < values.size(); ++i) {
      double expected = 0.5;
      for (const double other : values)
        expected += other < values[i] ? 1 : other == values[i] ? 0.5 : 0;
      RC_ASSERT(ranks[i] == expected);
    }
  }));
}

struct Correlation {
  Numbers x, y;
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
  EXPECT_FALSE(pearson(Numbers{0.1, 0.1, 0.1}, Numbers{1, 2, 3}));
  EXPECT_FALSE(pearson(Numbers{1, 2, 3}, Numbers{0.1, 0.1, 0.1}));
  EXPECT_FALSE(pearson(Numbers{1}, Numbers{2}));
  EXPECT_FALSE(pearson(Numbers{}, Numbers{}));
}

TEST(Pearson, OfALineIsOneWithItsSign) {
  EXPECT_DOUBLE_EQ(*pearson(Numbers{1, 2, 4}, Numbers{-3, -1, 3}), 1);
  EXPECT_DOUBLE_EQ(*pearson(Numbers{1, 2, 4}, Numbers{3, 1, -3}), -1);
}

// Cov(x, y) from all pairs of places: n²·Cov = Σᵢ<ⱼ (xᵢ − xⱼ)(yᵢ − yⱼ), which needs no means.
double covariance(const Numbers& x, const Numbers& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) sum += (x[i] - x[j]) * (y[i] - y[j]);
  return sum;
}

TEST(Pearson, IsTheNormedCovariance) {
  EXPECT_TRUE(rc::check([] {
    const std::size_t size = arbitrary_size();
    const Numbers x = arbitrary_values(size);
    const Numbers y = arbitrary_values(size);
    const auto found = pearson(x, y);
    const double norm = std::sqrt(covariance(x, x) * covariance(y, y));
    RC_ASSERT(found.has_value() == (norm > 0));
    if (found) RC_ASSERT(std::abs(*found - covariance(x, y) / norm) < rounding);
  }));
}

TEST(Spearman, MindsNothingButTheOrder) {
  EXPECT_TRUE(rc::check([] {
    const std::size_t size = arbitrary_size();
    const Numbers x = arbitrary_values(size);
    Numbers y = arbitrary_values(size);
    const auto before = spearman(x, y);
    for (double& value : y) value = std::exp(value);
    RC_ASSERT(spearman(x, y) == before);
    RC_ASSERT(spearman(y, x).has_value() == before.has_value());
  }));
}

TEST(Spread, IsMeanAndDeviationOfASample) {
  const Spread found = spread(Numbers{2, 4, 4, 6});
  EXPECT_EQ(found.mean, 4);
  EXPECT_DOUBLE_EQ(found.deviation, std::sqrt(8 / 3.0));
}

TEST(Spread, OfOneValueIsNone) {
  EXPECT_EQ(spread(Numbers{7}).mean, 7);
  EXPECT_EQ(spread(Numbers{7}).deviation, 0);
}

// The mean of n values from a normal distribution is within 1.96 σ/√n of the truth in 95 % of
// cases.
TEST(Bootstrap, GivesTheIntervalThatTheoryGives) {
  Random random(3);
  Numbers values(400);
  for (double& value : values)  // a sum of twelve is all but normal, with σ = 1
    for (int i = 0; i < 12; ++i) value += static_cast<double>(random.unit()) - 0.5;
  const auto mean = [&](std::span<const std::size_t> items) {
    double sum = 0;
    for (const std::size_t item : items) sum += values[item];
    return sum / static_cast<double>(items.size());
  };
  const Interval interval = bootstrap(values.size(), mean, 1);
  const Spread expected = spread(values);
  EXPECT_NEAR(interval.low, expected.mean - 1.96 * expected.deviation / 20, 0.01);
  EXPECT_NEAR(interval.high, expected.mean + 1.96 * expected.deviation / 20, 0.01);
}

TEST(Bootstrap, OfOneItemIsItsFigure) {
  const Interval interval = bootstrap(
      1, [](auto items) { return items[0] + 5.0; }, 1);
  EXPECT_EQ(interval.low, 5);
  EXPECT_EQ(interval.high, 5);
}

double mean_of(const Numbers& values, std::span<const std::size_t> items) {
  const Numbers chosen = choose(values, items);
  return std::accumulate(chosen.begin(), chosen.end(), 0.0) / static_cast<double>(chosen.size());
}

Comparison compare_means(const Numbers& a, const Numbers& b) {
  const auto samples = [](const Numbers& values) {
    return resample(values.size(), [&](auto items) { return mean_of(values, items); });
  };
  std::vector<std::size_t> all(a.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return compare(mean_of(a, all), mean_of(b, all), samples(a), samples(b));
}

TEST(Resample, DrawsTheSameForAll) {
  const auto sum = [](std::span<const std::size_t> items) {
    return static_cast<double>(std::accumulate(items.begin(), items.end(), std::size_t{0}));
  };
  EXPECT_EQ(resample(50, sum, 1), resample(50, sum, 1));
  EXPECT_NE(resample(50, sum, 1), resample(50, sum, 2));
}

TEST(EstimateMean, HasAnIntervalAroundIt) {
  const Estimate estimate = estimate_mean(Numbers{1, 2, 3, 4, 5, 6});
  EXPECT_EQ(estimate.value, 3.5);
  EXPECT_LT(estimate.interval.low, 3.5);
  EXPECT_GT(estimate.interval.high, 3.5);
}

// The one is better on every item, by little compared to how the items differ.
TEST(Compare, FindsASmallDifferenceOnTheSameItems) {
  Numbers a, b;
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    b.push_back(100 * random.unit());
    a.push_back(b.back() + 0.5 + random.unit());
  }
  const Comparison found = compare_means(a, b);
  EXPECT_NEAR(found.difference, 1, 0.1);
  EXPECT_GT(found.interval.low, 0.8);
  EXPECT_LT(found.interval.high, 1.2);
  EXPECT_LT(found.p, 0.003);
  EXPECT_EQ(compare_means(b, a).p, found.p);
}

TEST(Compare, FindsNoneWhereThereIsNone) {
  const Numbers same = {3, 1, 4, 1, 5};
  EXPECT_EQ(compare_means(same, same).p, 1);
  Numbers a, b;
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    a.push_back(random.unit());
    b.push_back(random.unit());
  }
  EXPECT_GT(compare_means(a, b).p, 0.05);
}

// Under the null hypothesis p is below 0.1 in about a tenth of the cases.
TEST(Compare, IsRarelyWrong) {
  int below = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Numbers a, b;
    Random random(derive_seed(7, seed));
    for (int i = 0; i < 40; ++i) {
      a.push_back(random.unit());
      b.push_back(random.unit());
    }
    below += compare_means(a, b).p < 0.1 ? 1 : 0;
  }
  EXPECT_GE(below, 2);
  EXPECT_LE(below, 22);
}

}  // namespace
}  // namespace oovec::lab
