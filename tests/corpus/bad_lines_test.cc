// A task ends once too many lines are bad.
#include "oovec/corpus/bad_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/support/error_of.h"

namespace oovec {
namespace {

using testing::HasSubstr;

LineCounts counts(std::uint64_t lines, std::uint64_t empty, std::uint64_t bad) {
  return {lines, empty, bad, bad > 0 ? "text: byte 7: the line is not UTF-8" : ""};
}

TEST(BadLines, AShareOfThoseThatAreNotEmptyMayBeBad) {
  BadLines lines(0.1);
  lines.add(counts(110, 10, 0));
  lines.add(counts(20, 20, 0));
  lines.add(counts(10, 0, 11));
  lines.finish();
  lines.add(counts(0, 0, 1));
  const Error error = error_of([&] { lines.finish(); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_STREQ(error.what(),
               "12 of 110 lines cannot be read, more than the share that `bad-lines` allows (0.1); "
               "the first: text: byte 7: the line is not UTF-8");
}

TEST(BadLines, ThatAreAllSayAllIsBad) {
  BadLines lines(0.1);
  lines.add(counts(3, 1, 2));
  EXPECT_THAT(error_of([&] { lines.finish(); }).what(),
              HasSubstr("none of 2 lines can be read; text: byte 7"));
}

TEST(BadLines, EndATaskEarlyOnceThereAreEnoughToTell) {
  BadLines lines(0.1);
  lines.add(counts(5'000, 0, 4'000));
  EXPECT_THAT(error_of([&] { lines.add(counts(5'000, 0, 0)); }).what(),
              HasSubstr("4000 of 10000 lines"));
}

TEST(BadLines, MayAllBeAllowed) {
  BadLines lines(1);
  lines.add(counts(20'000, 0, 20'000));
  lines.finish();
}

TEST(BadLines, OfAFewLinesHalfMayBeBad) {
  BadLines lines(0.1);
  lines.add(counts(99, 0, 49));
  lines.finish();
  lines.add(counts(1, 0, 0));
  EXPECT_THAT(error_of([&] { lines.finish(); }).what(), HasSubstr("49 of 100 lines"));
}

TEST(BadLines, OfNoLinesAreNone) { BadLines(0).finish(); }

}  // namespace
}  // namespace oovec
