#include "oovec/text/find_word.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

FoundWord find_among(const std::vector<std::string>& words, std::string_view word,
                     Lowercase lowercase = Lowercase::off, const char* language = "und") {
  const TokenizerOptions text{.lowercase = lowercase, .language = language};
  return find_word(word, text, [&](std::string_view exact) -> std::optional<std::size_t> {
    const auto place = std::find(words.begin(), words.end(), exact);
    if (place == words.end()) return std::nullopt;
    return static_cast<std::size_t>(place - words.begin());
  });
}

TEST(FindWord, TakesTheWordAsItIsBeforeLowerCase) {
  const FoundWord apple = find_among({"apple", "Apple"}, "Apple");
  EXPECT_EQ(apple.match, Match::as_is);
  EXPECT_THAT(apple.word, Optional(1));
  EXPECT_EQ(find_among({"apple"}, "Apple").match, Match::lowercased);
  EXPECT_EQ(find_among({"Apple"}, "apple").match, Match::none);
}

TEST(FindWord, TakesLowerCaseFirstWhereTextIsLowerCased) {
  const FoundWord apple = find_among({"Apple", "apple"}, "Apple", Lowercase::on);
  EXPECT_EQ(apple.match, Match::lowercased);
  EXPECT_THAT(apple.word, Optional(1));
  EXPECT_EQ(find_among({"apple"}, "apple", Lowercase::on).match, Match::as_is);
  EXPECT_THAT(find_among({"Apple"}, "Apple", Lowercase::on).word, Optional(0));
}

TEST(FindWord, CutsOffAClitic) {
  const FoundWord dog = find_among({"'s", "dog"}, "Dog’s");
  EXPECT_EQ(dog.match, Match::without_clitic);
  EXPECT_THAT(dog.word, Optional(1));
  EXPECT_THAT(dog.all, ElementsAre(1, 0));
}

TEST(FindWord, CutsOffTheCliticsOfTheLanguage) {
  const FoundWord man = find_among({"l'", "homme"}, "L’homme", Lowercase::on, "fr");
  EXPECT_EQ(man.match, Match::without_clitic);
  EXPECT_THAT(man.word, Optional(1));
  EXPECT_THAT(man.all, ElementsAre(0, 1));
  EXPECT_THAT(find_among({"homme"}, "qu'l'homme", Lowercase::off, "fr").word, Optional(0));
  EXPECT_THAT(find_among({"ankara"}, "Ankara'da", Lowercase::off, "tr").word, Optional(0));
  EXPECT_THAT(find_among({"ışık"}, "IŞIK", Lowercase::on, "tr").word, Optional(0));
  EXPECT_EQ(find_among({"homme"}, "L’homme", Lowercase::on, "de").match, Match::none);
}

TEST(FindWord, CutsOffAFewCliticsOnly) {
  std::string word = "ankara";
  for (int i = 0; i < 100'000; ++i) word += "'da";
  EXPECT_EQ(find_among({"ankara"}, word, Lowercase::off, "tr").match, Match::none);
}

TEST(FindWord, NamesPartsWithoutTakingThemForTheWord) {
  const FoundWord known = find_among({"known", "well"}, "well-known");
  EXPECT_EQ(known.match, Match::in_parts);
  EXPECT_EQ(known.word, std::nullopt);
  EXPECT_THAT(known.all, ElementsAre(1, 0));
}

TEST(FindWord, MindsNeitherBlanksNorNormalForms) {
  EXPECT_THAT(find_among({"été"}, " e\u0301te\u0301 ").word, Optional(0));
  EXPECT_THAT(find_among({"e\u0301te\u0301"}, "e\u0301te\u0301").word, Optional(0));
  EXPECT_THAT(find_among({"new york"}, "New York").word, Optional(0));
}

TEST(FindWord, TakesBytesThatAreNotUtf8AsTheyAre) {
  EXPECT_THAT(find_among({"caf\xE9"}, "caf\xE9").word, Optional(0));
  EXPECT_EQ(find_among({"café"}, "caf\xE9").match, Match::none);
}

TEST(FindWord, FindsNothingForUnknownWords) {
  for (const std::string_view word : {"zzz", "", " "}) {
    const FoundWord found = find_among({"a"}, word);
    EXPECT_EQ(found.match, Match::none);
    EXPECT_EQ(found.word, std::nullopt);
    EXPECT_THAT(found.all, IsEmpty());
  }
}

}  // namespace
}  // namespace oovec
