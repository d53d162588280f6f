#include "lab/eval/metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "oovec/base/random.h"

namespace oovec::lab {
namespace {

using Numbers = std::vector<double>;

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
