#include "oovec/compare/regression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/compare/group_means.h"
#include "tests/compare/synthetic_units.h"

namespace oovec {
namespace {

using testing::DoubleNear;

constexpr std::size_t repetitions = 300;

// An intercept, a group of the first units, and a number that tells something of the group.
DesignedUnits designed(const UnitSums& sums, std::size_t group, Random& random) {
  DesignedUnits units{&sums, 3, {}};
  for (std::size_t d = 0; d < sums.size(); ++d) {
    const double in_group = d < group ? 1 : 0;
    units.rows.insert(units.rows.end(), {1, in_group, in_group + draw_normal(random)});
  }
  return units;
}

double squared(const SampledFit& fit, std::size_t column, std::size_t k) {
  double sum = 0;
  for (std::size_t i = 0; i < k; ++i)
    sum += fit.coefficients[column * k + i] * fit.coefficients[column * k + i];
  return sum;
}

TEST(Regression, OfOneGroupItIsTheDifferenceOfMeans) {
  Random random(1);
  const UnitSums sums = draw_units(20, 3, random);
  DesignedUnits units{&sums, 2, {}};
  for (std::size_t d = 0; d < 20; ++d) units.rows.insert(units.rows.end(), {1, d < 8 ? 1.0 : 0.0});
  const auto fit = fit_regression(units, {}, 0);
  const auto first = sample_mean(sums, {0, 8}, {}, 0), rest = sample_mean(sums, {8, 20}, {}, 0);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_THAT(fit->coefficients[i], DoubleNear(rest.all.mean[i], 1e-9));
    EXPECT_THAT(fit->coefficients[3 + i], DoubleNear(first.all.mean[i] - rest.all.mean[i], 1e-9));
  }
}

TEST(Regression, OfEquallyLargeUnitsDebiasedNormsAreThoseOfPairs) {
  Random random(2);
  UnitSums sums = draw_units(12, 3, random);
  std::fill(sums.counts.begin(), sums.counts.end(), 2);
  DesignedUnits units{&sums, 1, std::vector<double>(12, 1)};
  const auto fit = fit_regression(units, {}, 0);
  EXPECT_THAT(squared(*fit, 0, 3) - fit->noise[0],
              DoubleNear(*sample_mean(sums, {0, 12}, {}, 0).all.squared, 1e-6));
}

TEST(Regression, DebiasedNormsAreZeroOnAverageIfThereIsNoEffect) {
  Random random(3);
  std::vector<double> debiased, plain;
  for (std::size_t trial = 0; trial < repetitions; ++trial) {
    const UnitSums sums = draw_units(30, 4, random);
    const auto fit = fit_regression(designed(sums, 12, random), {}, 0);
    debiased.push_back(squared(*fit, 1, 4) - fit->noise[1]);
    plain.push_back(squared(*fit, 1, 4));
  }
  const MeanAndError of_debiased(debiased), of_plain(plain);
  EXPECT_LT(std::abs(of_debiased.mean), 3 * of_debiased.error);
  EXPECT_GT(of_plain.mean, 10 * of_plain.error);
}

TEST(Regression, DebiasedNormsAreThoseOfTheEffect) {
  Random random(4);
  std::vector<double> debiased;
  for (std::size_t trial = 0; trial < repetitions; ++trial) {
    UnitSums sums = draw_units(40, 4, random);
    for (std::size_t d = 0; d < 16; ++d) shift(sums, d, 2);
    const auto fit = fit_regression(designed(sums, 16, random), {}, 0);
    debiased.push_back(squared(*fit, 1, 4) - fit->noise[1]);
  }
  const MeanAndError of_debiased(debiased);
  EXPECT_LT(std::abs(of_debiased.mean - 4), 3 * of_debiased.error);
}

TEST(Regression, BootstrapSamplesOfDebiasedNormsLieAroundThem) {
  Random random(5);
  const UnitSums sums = draw_units(80, 4, random);
  const auto fit = fit_regression(designed(sums, 30, random), {0, 1000}, 0);
  std::vector<double> norms;
  for (const auto& sample : fit->samples) {
    double sum = 0;
    for (std::size_t i = 4; i < 8; ++i) sum += sample->coefficients[i] * sample->coefficients[i];
    norms.push_back(sum - sample->noise[1]);
  }
  const double expected = squared(*fit, 1, 4) - fit->noise[1];
  EXPECT_THAT(MeanAndError(norms).mean, DoubleNear(expected, 0.25 * fit->noise[1]));
}

TEST(Regression, PIsUniformIfThereIsNoEffectBesidesThatOfAnotherCovariate) {
  Random random(6);
  std::vector<double> p;
  for (std::size_t trial = 0; trial < repetitions; ++trial) {
    UnitSums sums = draw_units(30, 3, random);
    const DesignedUnits units = designed(sums, 12, random);
    for (std::size_t d = 0; d < 30; ++d) shift(sums, d, 2 * units.row(d)[2]);
    p.push_back(*test_coefficient(units, 1, {99, 0, trial}, 0));
  }
  EXPECT_GT(uniformity(p), 0.01);
}

TEST(Regression, PIsLowIfThereIsAnEffect) {
  Random random(7);
  std::size_t found = 0;
  for (std::size_t trial = 0; trial < 100; ++trial) {
    UnitSums sums = draw_units(60, 3, random);
    for (std::size_t d = 0; d < 24; ++d) shift(sums, d, 2);
    const DesignedUnits units = designed(sums, 24, random);
    found += *test_coefficient(units, 1, {99, 0, trial}, 0) <= 0.05 ? 1 : 0;
  }
  EXPECT_GE(found, 90U);
}

// Speakers, each of one party, in five years: parts of a speaker are not independent.
TEST(Regression, PartsOfADocumentTakenForIndependentFindTooMuch) {
  Random random(13);
  std::size_t low = 0;
  for (std::size_t trial = 0; trial < 100; ++trial) {
    UnitSums sums{3, std::vector<float>(100 * 3), std::vector<double>(100, 1)};
    DesignedUnits units{&sums, 3, {}};
    for (std::size_t speaker = 0; speaker < 20; ++speaker) {
      const double common[] = {draw_normal(random), draw_normal(random), draw_normal(random)};
      for (std::size_t year = 0; year < 5; ++year) {
        units.rows.insert(units.rows.end(),
                          {1, speaker < 8 ? 1.0 : 0.0, static_cast<double>(year) - 2});
        for (std::size_t i = 0; i < 3; ++i)
          sums.sums[(speaker * 5 + year) * 3 + i] =
              static_cast<float>(common[i] + 0.5 * draw_normal(random));
      }
    }
    low += *test_coefficient(units, 1, {99, 0, trial}, 0) <= 0.05 ? 1 : 0;
  }
  EXPECT_GE(low, 40U);  // of 100, where 5 are to be expected
}

TEST(Regression, WithoutOtherCovariatesItsTestIsThatOfGroups) {
  Random random(8);
  UnitSums sums = draw_units(30, 3, random);
  for (std::size_t d = 0; d < 12; ++d) shift(sums, d, 0.7);
  DesignedUnits units{&sums, 2, {}};
  for (std::size_t d = 0; d < 30; ++d) units.rows.insert(units.rows.end(), {1, d < 12 ? 1.0 : 0.0});
  const UnitRange groups[] = {{0, 12}, {12, 30}};
  EXPECT_THAT(*test_coefficient(units, 1, {4000, 0}, 0),
              DoubleNear(*test_groups(sums, groups, {4000, 0}, 0), 0.03));
}

TEST(Regression, CovariatesThatTellEachOtherAreNotFitted) {
  Random random(9);
  const UnitSums sums = draw_units(10, 2, random);
  DesignedUnits units{&sums, 3, {}};
  for (std::size_t d = 0; d < 10; ++d)
    units.rows.insert(units.rows.end(), {1, static_cast<double>(d), 3.0 * static_cast<double>(d)});
  EXPECT_FALSE(fit_regression(units, {0, 10}, 0));
}

TEST(Regression, AUnitThatDecidesACoefficientAloneLeavesItsNoiseUnknown) {
  Random random(10);
  const UnitSums sums = draw_units(10, 2, random);
  DesignedUnits units{&sums, 2, {}};
  for (std::size_t d = 0; d < 10; ++d) units.rows.insert(units.rows.end(), {1, d == 0 ? 1.0 : 0.0});
  const auto fit = fit_regression(units, {0, 20}, 0);
  EXPECT_TRUE(fit->noise.empty());
  EXPECT_TRUE(std::any_of(fit->samples.begin(), fit->samples.end(),
                          [](const auto& sample) { return !sample; }));  // without that unit
}

TEST(Regression, DoesNotTakeRoundingForAnEffect) {
  Random random(12);
  const float x[] = {0.1F, 0.7F, -1.3F};
  UnitSums sums{3, {}, {}};
  for (std::size_t unit = 0; unit < 40; ++unit) {
    sums.counts.push_back(unit < 10 ? 7 : 3);
    for (const float value : x) sums.sums.push_back(static_cast<float>(sums.counts.back() * value));
  }
  const DesignedUnits units = designed(sums, 10, random);
  for (const std::size_t column : {1, 2})
    EXPECT_EQ(*test_coefficient(units, column, {999, 0}, 0), 1);
  for (std::size_t unit = 0; unit < 10; ++unit) shift(sums, unit, 0.01);
  EXPECT_LT(*test_coefficient(units, 1, {999, 0}, 0), 0.05);
}

TEST(Regression, IsTheSameAtAnyNumberOfThreads) {
  Random random(11);
  const UnitSums sums = draw_units(200, 30, random);
  const DesignedUnits units = designed(sums, 80, random);
  const auto one = fit_regression(units, {0, 60, 1, 1}, 0);
  const auto three = fit_regression(units, {0, 60, 1, 3}, 0);
  EXPECT_EQ(three->coefficients, one->coefficients);
  for (std::size_t i = 0; i < 60; ++i)
    EXPECT_EQ(three->samples[i]->coefficients, one->samples[i]->coefficients);
  EXPECT_EQ(test_coefficient(units, 1, {60, 0, 1, 3}, 0),
            test_coefficient(units, 1, {60, 0, 1, 1}, 0));
}

}  // namespace
}  // namespace oovec
