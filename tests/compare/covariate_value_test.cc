#include "oovec/compare/covariate_value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oovec {
namespace {

using testing::DoubleNear;
using testing::Optional;

TEST(CovariateValue, EmptyAndNaAreMissing) {
  for (const char* value : {"", "  ", "NA", "NaN", "nan"}) EXPECT_TRUE(is_missing(value));
  for (const char* value : {"0", "D", "na", "N/A"}) EXPECT_FALSE(is_missing(value));
}

TEST(CovariateValue, NumbersAreFiniteDecimals) {
  EXPECT_THAT(parse_value(" -1.5e3 "), Optional(-1500));
  for (const char* text : {"", "1,5", "12a", "inf", "nan", "1e999", "0x10"})
    EXPECT_FALSE(parse_value(text)) << text;
}

TEST(CovariateValue, DatesAreYearsAndWhatHasPassedOfThem) {
  EXPECT_THAT(parse_time("1961-01"), Optional(1961));
  EXPECT_THAT(parse_time("1961-07-01T12:00"), Optional(1961.5));
  EXPECT_THAT(parse_time("1961-12-31"), Optional(DoubleNear(1961.997, 0.001)));
  for (const char* text :
       {"1961-13", "1961-00", "1961-01-32", "61-01-01", "1961/01", "1961-01-01x", "1e300"})
    EXPECT_FALSE(parse_time(text)) << text;
}

TEST(CovariateValue, PeriodsBeginAtMultiplesOfTheirLength) {
  EXPECT_EQ(period_of(1969.9, 10), 1960);
  EXPECT_EQ(period_of(-1, 10), -10);
  EXPECT_EQ(period_of(0, 10), 0);
  EXPECT_EQ(period_name(1960, 10), "1960–1969");
  EXPECT_EQ(period_name(1960, 1), "1960");
  EXPECT_EQ(period_name(1960.5, 0.5), "1960.5 ≤ t < 1961");
}

TEST(CovariateValue, ATimeAtTheBeginningOfAPeriodIsInItHoweverItIsRounded) {
  for (int i = -30; i <= 30; ++i) {
    EXPECT_THAT(period_of(i / 10.0, 0.1), DoubleNear(i / 10.0, 1e-12)) << i;
    EXPECT_THAT(period_of(1960 + i / 1000.0, 0.001), DoubleNear(1960 + i / 1000.0, 1e-9)) << i;
  }
  EXPECT_THAT(period_of(0.2999, 0.1), DoubleNear(0.2, 1e-12));
}

TEST(CovariateValue, NamesOfPeriodsTellThemApart) {
  EXPECT_EQ(period_name(1960.001, 0.001), "1960.001 ≤ t < 1960.002");
  EXPECT_EQ(period_name(period_of(0.3, 0.1), 0.1), "0.3 ≤ t < 0.4");
}

}  // namespace
}  // namespace oovec
