#include "oovec/vectors/text_row.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace oovec {
namespace {

struct Parsed {
  std::string word;
  std::vector<float> values;
  std::optional<ProblemKind> problem;
};

Parsed parse_one(std::string_view line, std::size_t dimension) {
  Parsed parsed{{}, std::vector<float>(dimension), {}};
  std::string_view word;
  const auto problem = parse_row(line, word, parsed.values);
  if (problem) parsed.problem = problem->kind;
  if (!problem) parsed.word = word;
  return parsed;
}

TEST(TextRow, IsAWordAndItsNumbers) {
  const Parsed row = parse_one("the -0.5 2 1e-3", 3);
  EXPECT_EQ(row.word, "the");
  EXPECT_EQ(row.values, (std::vector<float>{-0.5F, 2, 1e-3F}));
}

TEST(TextRow, NumbersAreRoundedToTheNearestFloat) {
  EXPECT_EQ(parse_one("w 0.1", 1).values[0], 0.1F);
  EXPECT_EQ(parse_one("w 16777217", 1).values[0], 16777216.0F);       // halfway, to even
  EXPECT_EQ(parse_one("w 16777217.0001", 1).values[0], 16777218.0F);  // just above halfway
  EXPECT_EQ(parse_one("w 1.1754942e-38", 1).values[0], 1.1754942e-38F);
  EXPECT_EQ(parse_one("w +0.25", 1).values[0], 0.25F);
}

TEST(TextRow, MayHaveExtraBlanksTabsAndACarriageReturn) {
  const Parsed row = parse_one("  the \t 1   2 \t \r", 2);
  EXPECT_EQ(row.word, "the");
  EXPECT_EQ(row.values, (std::vector<float>{1, 2}));
}

TEST(TextRow, AWordMayContainBlanks) {
  EXPECT_EQ(parse_one("ice cream 1 2", 2).word, "ice cream");
  EXPECT_EQ(parse_one(". . . 1 2", 2).word, ". . .");
  EXPECT_EQ(parse_one("area 51 1 2", 2).word, "area 51");
  EXPECT_EQ(parse_one("a  b 1 2", 2).word, "a  b");
  EXPECT_EQ(parse_one("1 2 3", 1).word, "1 2");
}

TEST(TextRow, AWordMayBeANumber) {
  EXPECT_EQ(parse_one("0.5 1 2", 2).word, "0.5");
  EXPECT_EQ(parse_one("nan 1 2", 2).word, "nan");
}

TEST(TextRow, AWordMayContainNonBreakingSpace) {
  EXPECT_EQ(parse_one("10\u00A0km 1 2", 2).word, "10\u00A0km");
}

TEST(TextRow, WithTooFewNumbersIsRefused) {
  EXPECT_EQ(parse_one("the 1", 2).problem, ProblemKind::too_few_numbers);
  EXPECT_EQ(parse_one("the", 2).problem, ProblemKind::too_few_numbers);
  EXPECT_EQ(parse_one("1 2", 2).problem, ProblemKind::too_few_numbers);
}

TEST(TextRow, WithTooManyNumbersIsRefused) {
  EXPECT_EQ(parse_one("the 0.5 1 2", 2).problem, ProblemKind::too_many_numbers);
  EXPECT_EQ(parse_one("the 1e-5 1 2", 2).problem, ProblemKind::too_many_numbers);
}

TEST(TextRow, WithSomethingElseForANumberIsRefused) {
  EXPECT_EQ(parse_one("the 1 x 3", 3).problem, ProblemKind::bad_number);
  EXPECT_EQ(parse_one("the 1 2 3,5", 3).problem, ProblemKind::bad_number);
  EXPECT_EQ(parse_one("the 1 2 0x3", 3).problem, ProblemKind::bad_number);
  EXPECT_EQ(parse_one("the 1 2 --3", 3).problem, ProblemKind::bad_number);
  EXPECT_EQ(parse_one("the 1 2 +-3", 3).problem, ProblemKind::bad_number);
}

TEST(TextRow, WithABlankForAWordHasAnEmptyWord) {
  const Parsed row = parse_one(" 1 2", 2);
  EXPECT_EQ(row.problem, std::nullopt);
  EXPECT_EQ(row.word, "");
  EXPECT_EQ(row.values, (std::vector<float>{1, 2}));
}

TEST(TextRow, NumbersThatAreNotFiniteAreParsedForTheCallerToJudge) {
  EXPECT_TRUE(std::isnan(parse_one("the nan", 1).values[0]));
  EXPECT_TRUE(std::isinf(parse_one("the -inf", 1).values[0]));
}

TEST(TextRow, CountsTheNumbersALineEndsIn) {
  EXPECT_EQ(count_trailing_numbers("the 1 2 3"), 3U);
  EXPECT_EQ(count_trailing_numbers("1 2 3"), 2U);
  EXPECT_EQ(count_trailing_numbers("the x 3 \r"), 1U);
  EXPECT_EQ(count_trailing_numbers(""), 0U);
}

TEST(TextRow, KnowsWhichWordsComeBackAsTheyAre) {
  for (const char* word : {"the", "ice cream", "area 51", "0.5", "a\tb", "\u00A0"})
    EXPECT_TRUE(text_can_hold(word)) << word;
  for (const char* word :
       {"", " the", "the ", "the\t", "a\nb", "version 2.0", "a 1e5", "a\xFF", "\xC3"})
    EXPECT_FALSE(text_can_hold(word)) << word;
}

}  // namespace
}  // namespace oovec
