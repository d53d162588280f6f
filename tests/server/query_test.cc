#include "apps/server/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/server/refused.h"

namespace oovec::server {
namespace {

using testing::HasSubstr;

TEST(Query, HasTheValuesOfItsKeys) {
  Query query("/v1/words?order=recent&limit=7&details=true&a%20b=%C3%A9+%2B");
  EXPECT_EQ(query.text("a b"), "é +");
  EXPECT_EQ(query.number("limit", 1, 1, 10), 7U);
  EXPECT_TRUE(query.flag("details"));
  constexpr std::array<std::string_view, 2> orders = {"word", "recent"};
  EXPECT_EQ(query.choice("order", orders, 0), 1U);
  EXPECT_EQ(query.text("missing"), std::nullopt);
  EXPECT_EQ(query.number("missing", 3, 1, 10), 3U);
  query.finish();
}

TEST(Query, MayBeEmpty) {
  for (const char* const target : {"/a", "/a?", "/a?&&"}) {
    const Query query(target);
    query.finish();
  }
  Query query("/a?b&c=");
  EXPECT_EQ(query.text("b"), "");
  EXPECT_EQ(query.text("c"), "");
}

TEST(Query, RefusesWhatMakesNoSense) {
  for (const char* const number : {"", "0", "11", "-1", "1.5", "0x1", "99999999999999999999999"})
    EXPECT_EQ(refusal_of([&] {
                (void)Query(std::string("/a?n=") + number).number("n", 1, 1, 10);
              }).status(),
              422)
        << number;
  EXPECT_THAT(refusal_of([] { Query("/a?limt=1").finish(); }).what(), HasSubstr("\"limt\""));
  EXPECT_THAT(refusal_of([] { (void)Query("/a?n=1&n=2"); }).what(), HasSubstr("twice"));
  EXPECT_EQ(refusal_of([] { (void)Query("/a?n=yes").flag("n"); }).status(), 422);
}

TEST(PercentDecoded, GivesTheBytes) {
  EXPECT_EQ(percent_decoded("a%2Fb%c3%A9+"), "a/bé+");
  EXPECT_EQ(percent_decoded("%00"), std::string(1, '\0'));
}

TEST(PercentDecoded, RefusesWhatIsNoEncodingOrNoUtf8) {
  for (const char* const text : {"%", "%4", "%4g", "%-1", "% 1", "a%", "%ff", "%ed%a0%80", "\xFF"})
    EXPECT_EQ(refusal_of([&] { (void)percent_decoded(text); }).status(), 400) << text;
}

}  // namespace
}  // namespace oovec::server
