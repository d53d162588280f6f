#include "oovec/text/normalize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/error_of.h"

namespace oovec {
namespace {

using testing::HasSubstr;

std::string lowered(std::string_view word) {
  std::string result;
  to_lower(word, result);
  return result;
}

TEST(ToNfc, ComposesAndReorders) {
  EXPECT_EQ(to_nfc("e\u0301"), "é");
  EXPECT_EQ(to_nfc("\u212B"), "Å");
  EXPECT_EQ(to_nfc("q\u0307\u0323"), "q\u0323\u0307");
  EXPECT_EQ(to_nfc("ﬁ ½"), "ﬁ ½");
  EXPECT_EQ(to_nfc(""), "");
}

TEST(ToNfc, KeepsThirtyMarksInARow) {
  std::string marks;
  for (int i = 0; i < 30; ++i) marks += "\u0323";
  EXPECT_EQ(to_nfc("q" + marks), "q" + marks);
  EXPECT_EQ(to_nfc("q" + marks + "\u0323\u0323x"), "q" + marks + "x");
}

TEST(CleanText, RemovesSoftHyphensAndNarrowSpaces) {
  EXPECT_EQ(clean_text("co\u00ADop"), "coop");
  EXPECT_EQ(clean_text("e\u00AD\u0301"), "é");
  EXPECT_EQ(clean_text("10\u202F000"), "10 000");
  EXPECT_EQ(to_nfc("co\u00ADop 10\u202F000"), "co\u00ADop 10\u202F000");
}

TEST(ToLower, FollowsUnicodeWhateverTheLocale) {
  EXPECT_EQ(lowered("IĞDIR"), "iğdir");
  EXPECT_EQ(lowered("İ"), "i\u0307");
  EXPECT_EQ(lowered("ΑΣ"), "ας");
  EXPECT_EQ(lowered("ΣΑ"), "σα");
  EXPECT_EQ(lowered("ẞ"), "ß");
  EXPECT_EQ(lowered("Ⱥ"), "ⱥ");
  EXPECT_EQ(lowered("J\u030C"), "ǰ");
  EXPECT_EQ(lowered(""), "");
}

TEST(HasUpper, SeesCapitalsOfAnyScript) {
  for (const char* word : {"A", "aB", "É", "éÉ", "Ж", "ǅ", "\xFF\xFE Z", "\xC3Z"})
    EXPECT_TRUE(has_upper(word)) << word;
  for (const char* word : {"", "a", "é", "ß", "ж", "中", "1-2", "\xFF", "\xC3"})
    EXPECT_FALSE(has_upper(word)) << word;
}

TEST(NormalWord, IsTrimmedAndInNormalForm) {
  EXPECT_EQ(normal_word(" \tPomelo\r\n", Casing::kept), "Pomelo");
  EXPECT_EQ(normal_word("Pomelo", Casing::lower), "pomelo");
  EXPECT_EQ(normal_word("ICE Cream", Casing::lower), "ice cream");
  EXPECT_EQ(normal_word("e\u0301te\u0301", Casing::kept), "été");
  EXPECT_EQ(normal_word("É", Casing::lower), "é");
  EXPECT_EQ(normal_word("IŞIK", Casing::turkic), "ışık");
  EXPECT_EQ(normal_word("I\u0307şlem", Casing::turkic), "işlem");
}

TEST(NormalWord, RefusesNothingAndWhatIsNotUtf8) {
  EXPECT_EQ(error_of([] { (void)normal_word(" \t ", Casing::lower); }).kind(), ErrorKind::usage);
  const Error error = error_of([] { (void)normal_word("pom\xFF", Casing::lower); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("byte 4"));
}

TEST(ToFolded, CaseAccentsAndCompatibilityFormsGo) {
  EXPECT_EQ(to_folded("Café"), "cafe");
  EXPECT_EQ(to_folded("e\u0301TÉ"), "ete");
  EXPECT_EQ(to_folded("ｃａｆｅ"), "cafe");
  EXPECT_EQ(to_folded("ﬁne"), "fine");
  EXPECT_EQ(to_folded("東京"), "東京");
  EXPECT_EQ(to_folded(""), "");
}

}  // namespace
}  // namespace oovec
