#include "oovec/base/shorten.h"

#include <gtest/gtest.h>

#include "oovec/base/error.h"

namespace oovec {
namespace {

TEST(Shorten, LeavesWhatIsShort) {
  EXPECT_EQ(shorten(""), "");
  EXPECT_EQ(shorten("\"a\" is not \"b\""), "\"a\" is not \"b\"");
  EXPECT_EQ(shorten(std::string(300, 'x')), std::string(300, 'x'));
}

TEST(Shorten, CutsLongQuotedTexts) {
  const std::string text(1 << 20, 'x');
  EXPECT_EQ(shorten("a.txt:1: \"" + text + "\" is no word, \"b\" is one"),
            "a.txt:1: \"" + std::string(200, 'x') + "…\" is no word, \"b\" is one");
}

TEST(Shorten, CutsNoCharacter) {
  std::string text = "x";
  for (int i = 0; i < 200; ++i) text += "é";
  const std::string cut = shorten('"' + text + '"');
  EXPECT_EQ(cut.substr(cut.size() - 6), "é…\"");
}

TEST(Shorten, LeavesOutTheMiddleOfWhatIsVeryLong) {
  std::string list = "its header names ";
  for (int i = 0; i < 10000; ++i) list += "\"column\", ";
  const std::string cut = shorten(list + "choose one");
  EXPECT_LE(cut.size(), 4100U);
  EXPECT_TRUE(cut.starts_with("its header names \"column\"") && cut.ends_with("choose one"));
}

TEST(Shorten, IsWhatFrontEndsShowOfAnError) {
  const Error error(ErrorKind::usage, '"' + std::string(1 << 20, 'x') + "\" is not `right`");
  const std::string shown =
      error.message([](std::string_view name) { return "--" + std::string(name); });
  EXPECT_LE(shown.size(), 300U);
  EXPECT_TRUE(shown.ends_with("is not --right"));
}

}  // namespace
}  // namespace oovec
