#include "oovec/base/utc_time.h"

#include <gtest/gtest.h>

#include <limits>

namespace oovec {
namespace {

TEST(UtcTime, IsWrittenAsIso8601HasIt) {
  EXPECT_EQ(utc_time(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(utc_time(1'795'017'787'250), "2026-11-18T16:03:07.250Z");
  EXPECT_EQ(utc_time(-1), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(utc_time(951'782'400'000), "2000-02-29T00:00:00.000Z");
}

TEST(UtcTime, WhatIsNoDateStaysANumber) {
  EXPECT_EQ(utc_time(253'402'300'799'999), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(utc_time(253'402'300'800'000), "253402300800000 ms");
  EXPECT_EQ(utc_time(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808 ms");
}

}  // namespace
}  // namespace oovec
