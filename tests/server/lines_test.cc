#include "apps/server/lines.h"

#include <gtest/gtest.h>

namespace oovec::server {
namespace {

TEST(TakeLines, TakesWholeOnes) {
  std::string body = "a\nbc\nde";
  EXPECT_EQ(take_lines(body, false), "a\nbc\n");
  EXPECT_EQ(body, "de");
  EXPECT_EQ(take_lines(body, false), std::nullopt);
  EXPECT_EQ(take_lines(body, true), "de");
  EXPECT_EQ(take_lines(body, true), std::nullopt);
}

TEST(TakeLines, TakesNoMoreThanSome) {
  const std::string line = std::string(999, 'x') + '\n';
  std::string body;
  for (int i = 0; i < 100; ++i) body += line;
  const auto lines = take_lines(body, true);
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->size(), 65'000U);
  EXPECT_EQ(body.size(), 35'000U);
}

TEST(TakeLines, TakesALongOneWhole) {
  const std::string line = std::string(200'000, 'x') + '\n';
  std::string body = line + "a\n";
  EXPECT_EQ(take_lines(body, false), line);
  EXPECT_EQ(take_lines(body, false), "a\n");
  body = "\n";
  EXPECT_EQ(take_lines(body, false), "\n");
}

}  // namespace
}  // namespace oovec::server
