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

TEST(UtcTime, IsReadAsItIsWritten) {
  for (const std::int64_t time : {std::int64_t{0}, std::int64_t{1'795'017'787'250},
                                  std::int64_t{-1}, std::int64_t{253'402'300'799'999}})
    EXPECT_EQ(parse_utc_time(utc_time(time)), time);
  EXPECT_EQ(parse_utc_time("2026-11-18T16:03:07Z"), 1'795'017'787'000);
  EXPECT_EQ(parse_utc_time("2026-11-18T16:03Z"), 1'795'017'780'000);
  EXPECT_EQ(parse_utc_time("2026-11-18"), 1'794'960'000'000);
  EXPECT_EQ(parse_utc_time("1795017787250"), 1'795'017'787'250);
  EXPECT_EQ(parse_utc_time("-1"), -1);
}

TEST(UtcTime, OtherTextIsNoTime) {
  for (const char* const text : {"", "now", "2026", "2026-13-01", "2026-02-29T00:00Z",
                                 "2026-11-18T24:00Z", "2026-11-18T16:03", "2026-11-18T16:60Z",
                                 "2026-11-18T16:03:07.25Z", "2026-11-18T16:03:07+01:00",
                                 "2026-11-18 ", "99999999999999999999", "2026-1-18", "2026-11-18T"})
    EXPECT_EQ(parse_utc_time(text),
              text == std::string_view("2026") ? std::optional(2026L) : std::nullopt)
        << text;
}

}  // namespace
}  // namespace oovec
