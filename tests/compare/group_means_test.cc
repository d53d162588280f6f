#include "oovec/compare/group_means.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/kernels.h"
#include "tests/compare/synthetic_units.h"

namespace oovec {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

constexpr std::size_t trials = 300;

UnitSums two_units() { return {2, {1, 0, 4, 2}, {1, 2}}; }

TEST(GroupMeans, AreMeansOfContextsNotOfUnits) {
  const SampledMean mean = sample_mean(two_units(), {0, 2}, {}, 0);
  EXPECT_THAT(mean.all.mean, ElementsAre(DoubleNear(5 / 3.0, 1e-12), DoubleNear(2 / 3.0, 1e-12)));
  EXPECT_TRUE(mean.samples.empty());
}

TEST(GroupMeans, TheDebiasedSquareIsMadeOfPairsOfDifferentUnits) {
  // (1, 0)·(4, 2) / (1·2)
  EXPECT_THAT(*sample_mean(two_units(), {0, 2}, {}, 0).all.squared, DoubleNear(2, 1e-12));
}

TEST(GroupMeans, OfASingleUnitThereIsNoDebiasedSquareAndNoSample) {
  const SampledMean mean = sample_mean(two_units(), {1, 2}, {0, 50}, 0);
  EXPECT_FALSE(mean.all.squared);
  EXPECT_TRUE(mean.samples.empty());
}

TEST(GroupMeans, TheDebiasedSquareIsUnbiasedAndThePlainOneIsNot) {
  Random random(1);
  std::vector<double> debiased, plain;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    const GroupMean mean = sample_mean(draw_units(6, 5, random), {0, 6}, {}, 0).all;
    debiased.push_back(*mean.squared);
    plain.push_back(squared_norm(std::span<const double>(mean.mean)));
  }
  const MeanAndError of_debiased(debiased), of_plain(plain);
  EXPECT_LT(std::abs(of_debiased.mean - 5), 3 * of_debiased.error);  // |(1, 1, 1, 1, 1)|²
  EXPECT_GT(of_plain.mean - 5, 5 * of_plain.error);
}

TEST(GroupMeans, TheDebiasedDistanceIsZeroOnAverageIfThereIsNone) {
  Random random(2);
  std::vector<double> distances, cosines;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    const UnitSums sums = draw_units(40, 5, random);
    const ComparePair pair =
        compare_means(sample_mean(sums, {0, 15}, {}, 0), sample_mean(sums, {15, 40}, {}, 1));
    distances.push_back(pair.squared_distance->value);
    cosines.push_back(pair.cosine.value);
    EXPECT_GT(pair.debiased->value, pair.cosine.value);
  }
  const MeanAndError distance(distances);
  EXPECT_LT(std::abs(distance.mean), 3 * distance.error);
  EXPECT_LT(MeanAndError(cosines).mean, 0.97);  // of vectors that are the same
}

TEST(GroupMeans, BootstrapSamplesOfDebiasedSquaresLieAroundThem) {
  Random random(3);
  const SampledMean mean = sample_mean(draw_units(30, 5, random), {0, 30}, {0, 2000}, 0);
  std::vector<double> squares;
  for (const GroupMean& sample : mean.samples) squares.push_back(*sample.squared);
  const MeanAndError of_samples(squares);
  EXPECT_LT(std::abs(of_samples.mean - *mean.all.squared), 4 * of_samples.error);
}

TEST(GroupMeans, IntervalsHoldTheTruthAboutAsOftenAsTheySay) {
  Random random(4);
  std::size_t held = 0;
  for (std::size_t trial = 0; trial < 200; ++trial) {
    UnitSums sums = draw_units(80, 3, random);
    for (std::size_t unit = 0; unit < 40; ++unit) shift(sums, unit, 1);
    const ComparePair pair = compare_means(sample_mean(sums, {0, 40}, {0, 200, trial}, 0),
                                           sample_mean(sums, {40, 80}, {0, 200, trial}, 1));
    const Interval interval = *pair.squared_distance->interval;
    held += interval.low <= 1 && 1 <= interval.high ? 1 : 0;
  }
  EXPECT_GE(held, 175U);
  EXPECT_LE(held, 199U);
}

TEST(GroupTest, PIsUniformIfGroupsDoNotDiffer) {
  Random random(5);
  std::vector<double> of_two, of_three;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    const UnitSums sums = draw_units(24, 4, random);
    const UnitRange two[] = {{0, 8}, {8, 24}}, three[] = {{0, 8}, {8, 14}, {14, 24}};
    of_two.push_back(*test_groups(sums, two, {99, 0, trial}, 0));
    of_three.push_back(*test_groups(sums, three, {99, 0, trial}, 0));
  }
  EXPECT_GT(uniformity(of_two), 0.01);
  EXPECT_GT(uniformity(of_three), 0.01);
}

TEST(GroupTest, PIsLowIfGroupsDiffer) {
  Random random(6);
  std::size_t found = 0;
  for (std::size_t trial = 0; trial < 100; ++trial) {
    UnitSums sums = draw_units(60, 4, random);
    for (std::size_t unit = 0; unit < 30; ++unit) shift(sums, unit, 1.5);
    const UnitRange groups[] = {{0, 30}, {30, 60}};
    found += *test_groups(sums, groups, {99, 0, trial}, 0) <= 0.05 ? 1 : 0;
  }
  EXPECT_GE(found, 90U);
}

TEST(GroupTest, ContextsTakenForIndependentWouldFindTooMuch) {
  Random random(7);
  std::vector<double> as_units, as_contexts;
  for (std::size_t trial = 0; trial < 100; ++trial) {
    // Eight contexts of each of ten documents, in a single group of five documents each.
    UnitSums units{3, {}, {}}, contexts{3, {}, {}};
    for (std::size_t d = 0; d < 10; ++d) {
      std::vector<double> common(3), sum(3);
      for (double& value : common) value = draw_normal(random);
      for (std::size_t c = 0; c < 8; ++c) {
        contexts.counts.push_back(1);
        for (std::size_t i = 0; i < 3; ++i) {
          const double value = common[i] + draw_normal(random);
          contexts.sums.push_back(static_cast<float>(value));
          sum[i] += value;
        }
      }
      units.counts.push_back(8);
      units.sums.insert(units.sums.end(), sum.begin(), sum.end());
    }
    const UnitRange documents[] = {{0, 5}, {5, 10}}, sentences[] = {{0, 40}, {40, 80}};
    as_units.push_back(*test_groups(units, documents, {99, 0, trial}, 0));
    as_contexts.push_back(*test_groups(contexts, sentences, {99, 0, trial}, 0));
  }
  const auto low = [](const std::vector<double>& p) {
    return std::count_if(p.begin(), p.end(), [](double each) { return each <= 0.05; });
  };
  EXPECT_LE(low(as_units), 12);
  EXPECT_GE(low(as_contexts), 40);
}

// Both parties speak in every debate: what a debate has in common does not set them apart.
TEST(GroupTest, DocumentsInBothGroupsFindTooLittle) {
  Random random(9);
  std::size_t low = 0;
  for (std::size_t trial = 0; trial < 100; ++trial) {
    UnitSums sums{3, std::vector<float>(40 * 3), std::vector<double>(40, 1)};
    for (std::size_t document = 0; document < 20; ++document)
      for (std::size_t i = 0; i < 3; ++i) {
        const double common = draw_normal(random);
        for (const std::size_t unit : {document, 20 + document})
          sums.sums[unit * 3 + i] = static_cast<float>(common + 0.5 * draw_normal(random));
      }
    const UnitRange groups[] = {{0, 20}, {20, 40}};
    low += *test_groups(sums, groups, {99, 0, trial}, 0) <= 0.05 ? 1 : 0;
  }
  EXPECT_EQ(low, 0U);  // of 100, where 5 are to be expected
}

TEST(GroupTest, OrdersThatAreTheSameGroupsCountAsEqual) {
  // Of 3 + 3 units there are 20 ways to deal them, of which two are as extreme.
  const UnitSums sums{1, {0.1F, 0.2F, 0.3F, 10.1F, 10.2F, 10.3F}, {1, 1, 1, 1, 1, 1}};
  const UnitRange groups[] = {{0, 3}, {3, 6}};
  EXPECT_THAT(*test_groups(sums, groups, {20000, 0}, 0), DoubleNear(0.1, 0.01));
}

// Sums of floats are off by more in some documents than in others, which no permutation undoes.
TEST(GroupTest, DoesNotTakeRoundingForADifference) {
  const float x[] = {0.1F, 0.7F, -1.3F};
  UnitSums sums{3, {}, {}};
  for (std::size_t unit = 0; unit < 40; ++unit) {
    sums.counts.push_back(unit < 10 ? 7 : 3);
    for (const float value : x) sums.sums.push_back(static_cast<float>(sums.counts.back() * value));
  }
  const UnitRange groups[] = {{0, 10}, {10, 40}};
  EXPECT_EQ(*test_groups(sums, groups, {999, 0}, 0), 1);
  shift(sums, 0, 0.01);  // what really differs is seen, however little it is
  EXPECT_LT(*test_groups(sums, groups, {999, 0}, 0), 1);
}

TEST(GroupTest, IsTheSameAtAnyNumberOfThreads) {
  Random random(8);
  const UnitSums sums = draw_units(300, 70, random);
  const UnitRange groups[] = {{0, 100}, {100, 300}};
  const auto p = *test_groups(sums, groups, {200, 0, 1, 1}, 0);
  const SampledMean mean = sample_mean(sums, {0, 300}, {0, 100, 1, 1}, 0);
  for (const int threads : {2, 5}) {
    EXPECT_EQ(*test_groups(sums, groups, {200, 0, 1, threads}, 0), p);
    const SampledMean other = sample_mean(sums, {0, 300}, {0, 100, 1, threads}, 0);
    for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(other.samples[i].mean, mean.samples[i].mean);
  }
}

TEST(GroupTest, SaysNothingOfSingleUnits) {
  const UnitRange groups[] = {{0, 1}, {1, 2}};
  EXPECT_FALSE(test_groups(two_units(), groups, {100, 0}, 0));
  const UnitRange more[] = {{0, 1}, {1, 2}};
  EXPECT_FALSE(test_groups(two_units(), more, {0, 0}, 0));
}

}  // namespace
}  // namespace oovec
