#include "oovec/compare/design.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Values = std::vector<std::string>;

Design party_and_year() {
  return Design(
      {describe_covariate({"party"}, Values{"R", "D", "R", "I"}, std::vector<double>(4, 1)),
       describe_covariate({"year"}, Values{"1960", "1970", "1960", "1980"},
                          std::vector<double>{1, 1, 1, 3})});
}

TEST(Formula, NamesColumnsAndCategories) {
  const std::vector<Term> terms = parse_formula("party +C( year )");
  EXPECT_EQ(terms[0].column, "party");
  EXPECT_FALSE(terms[0].categorical);
  EXPECT_EQ(terms[1].column, "year");
  EXPECT_TRUE(terms[1].categorical);
}

TEST(Formula, WhatIsNoSumIsRefused) {
  for (const char* formula : {"", "party +", "+", "C()"})
    EXPECT_THAT(error_of([&] { (void)parse_formula(formula); }).what(),
                HasSubstr("is not a sum of columns"));
  EXPECT_THAT(error_of([] { (void)parse_formula("a + C(a)"); }).what(), HasSubstr("names a twice"));
}

TEST(Design, HasADummyForEveryLevelButTheFirstAndNumbersLessTheirMean) {
  const Design design = party_and_year();
  EXPECT_THAT(design.names(), ElementsAre("1", "party=I", "party=R", "year"));
  EXPECT_THAT(design.row(Values{"D", "1980"}), ElementsAre(1, 0, 0, 8.333333333333258));
  EXPECT_THAT(design.row(Values{"R", "1960"}),
              ElementsAre(1, 0, 1, testing::DoubleNear(-11.67, 0.01)));
}

TEST(Design, NumbersMayBeCategories) {
  const Covariate year =
      describe_covariate({"year", true}, Values{"1970", "1960"}, std::vector<double>(2, 1));
  EXPECT_FALSE(year.numeric);
  EXPECT_THAT(year.levels, ElementsAre("1960", "1970"));
}

TEST(Design, AtTakesValuesByNameAndTheRestAtReferenceAndMean) {
  std::optional<std::string> hint;
  EXPECT_THAT(party_and_year().row_at("party=R", hint), ElementsAre(1, 0, 1, 0));
  EXPECT_FALSE(hint);
  EXPECT_THAT(party_and_year().row_at(" year = 2060 ", hint)[3], testing::DoubleNear(88.33, 0.01));
  EXPECT_THAT(*hint, HasSubstr("outside the range of the data, 1960 to 1980"));
}

TEST(Design, AtTakesLevelsWithCommas) {
  const Design design(
      {describe_covariate({"party"}, Values{"Green", "Labour, Co-op"}, std::vector<double>(2, 1)),
       describe_covariate({"year"}, Values{"1960", "1970"}, std::vector<double>(2, 1))});
  std::optional<std::string> hint;
  EXPECT_THAT(design.row_at("party=Labour, Co-op,year=1970", hint), ElementsAre(1, 1, 5));
}

TEST(Design, AtRefusesWhatIsNotThere) {
  const auto refusal = [](const char* at) {
    return std::string(error_of([&] {
                         std::optional<std::string> hint;
                         (void)party_and_year().row_at(at, hint);
                       }).what());
  };
  EXPECT_THAT(refusal("party"), HasSubstr("is not COLUMN=VALUE"));
  EXPECT_THAT(refusal("partly=R"), HasSubstr("did you mean party?"));
  EXPECT_THAT(refusal("party=W"), HasSubstr("not a level of party"));
  EXPECT_THAT(refusal("year=then"), HasSubstr("not a number"));
  EXPECT_THAT(refusal("year=1960,year=1970"), HasSubstr("names year twice"));
}

}  // namespace
}  // namespace oovec
