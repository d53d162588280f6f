#include "oovec/text/lookup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Result {
  Match match;
  std::vector<std::string> words;
};

Result find_in(const std::set<std::string, std::less<>>& vocabulary, std::string_view word,
               const char* language = "und") {
  Tokenizer tokenizer(TokenizerOptions{.language = language});
  tokenizer.start(word);
  const Sentence* sentence = tokenizer.next();
  EXPECT_EQ(sentence->tokens.size(), 1U) << word;
  Result result{Match::none, {}};
  const auto find = [&](std::string_view w) -> std::optional<std::string> {
    if (const auto found = vocabulary.find(w); found != vocabulary.end()) return *found;
    return std::nullopt;
  };
  result.match = look_up(sentence->tokens[0], language_rules(language), find,
                         [&](const std::string& found) { result.words.push_back(found); });
  return result;
}

TEST(LookUp, TriesTheTokenAsIsThenInLowerCase) {
  EXPECT_EQ(find_in({"Apple", "apple"}, "Apple").match, Match::as_is);
  EXPECT_EQ(find_in({"apple"}, "Apple").match, Match::lowercased);
  EXPECT_THAT(find_in({"école"}, "ÉCOLE").words, ElementsAre("école"));
  EXPECT_EQ(find_in({"Apple"}, "apple").match, Match::none);
}

TEST(LookUp, SplitsAtHyphensOnlyIfTheWholeIsUnknown) {
  EXPECT_THAT(find_in({"well-known", "well", "known"}, "Well-known").words,
              ElementsAre("well-known"));
  const Result parts = find_in({"well", "known"}, "Well-known");
  EXPECT_EQ(parts.match, Match::in_parts);
  EXPECT_THAT(parts.words, ElementsAre("well", "known"));
  EXPECT_THAT(find_in({"art"}, "state-of-the-art").words, ElementsAre("art"));
  EXPECT_THAT(find_in({"İx", "école"}, "İx-ÉCOLE").words, ElementsAre("İx", "école"));
  EXPECT_EQ(find_in({"x"}, "a-b").match, Match::none);
}

TEST(LookUp, SplitsOffThePossessive) {
  const Result dog = find_in({"dog"}, "Dog's");
  EXPECT_EQ(dog.match, Match::without_clitic);
  EXPECT_THAT(dog.words, ElementsAre("dog"));
  EXPECT_THAT(find_in({"dog", "'s"}, "dog’s").words, ElementsAre("dog", "'s"));
  EXPECT_THAT(find_in({"dog's", "dog"}, "dog's").words, ElementsAre("dog's"));
  EXPECT_THAT(find_in({"mother-in-law"}, "mother-in-law's").words, ElementsAre("mother-in-law"));
  EXPECT_THAT(find_in({"father", "law"}, "father-law's").words, ElementsAre("father", "law"));
}

TEST(LookUp, SplitsNegationsOnlyLikeTheVocabulary) {
  EXPECT_THAT(find_in({"ca", "n't"}, "Can't").words, ElementsAre("ca", "n't"));
  EXPECT_EQ(find_in({"ca"}, "can't").match, Match::none);
  EXPECT_THAT(find_in({"we"}, "we'll").words, ElementsAre("we"));
}

TEST(LookUp, TakesATypographicApostropheForAStraightOne) {
  EXPECT_THAT(find_in({"o'brien"}, "O’Brien").words, ElementsAre("o'brien"));
  EXPECT_THAT(find_in({"o’brien", "o'brien"}, "o’brien").words, ElementsAre("o’brien"));
  EXPECT_THAT(find_in({"don't", "do", "n't"}, "don’t").words, ElementsAre("don't"));
}

TEST(LookUp, TakesIWithADotForI) {
  EXPECT_THAT(find_in({"izmir"}, "İzmir").words, ElementsAre("izmir"));
  EXPECT_THAT(find_in({"i\u0307zmir", "izmir"}, "İzmir").words, ElementsAre("i\u0307zmir"));
}

TEST(LookUp, CutsOffEncliticsOfTheLanguageOnly) {
  EXPECT_THAT(find_in({"geht"}, "geht's", "de").words, ElementsAre("geht"));
  EXPECT_EQ(find_in({"geht"}, "geht'm", "de").match, Match::none);
  EXPECT_EQ(find_in({"dog"}, "dog's", "fi").match, Match::none);
}

TEST(LookUp, FindsNothingForUnknownWords) {
  const Result result = find_in({"a"}, "zzz");
  EXPECT_EQ(result.match, Match::none);
  EXPECT_THAT(result.words, IsEmpty());
}

TEST(FindClitic, WantsSomethingBeforeIt) {
  EXPECT_EQ(find_clitic("isn't", language_rules("en")), "n't");
  EXPECT_EQ(find_clitic("dog's", language_rules("en")), "'s");
  EXPECT_EQ(find_clitic("we'll", language_rules("en")), "'ll");
  for (const char* word : {"n't", "'s", "o't", "dogs", "s"})
    EXPECT_EQ(find_clitic(word, language_rules("en")), "");
}

TEST(MatchCounts, AddUp) {
  MatchCounts counts;
  counts.add(Match::as_is);
  counts.add(Match::none);
  MatchCounts more;
  more.add(Match::none);
  counts += more;
  EXPECT_EQ(counts[Match::as_is], 1U);
  EXPECT_EQ(counts[Match::none], 2U);
  EXPECT_EQ(counts.total(), 3U);
}

// What look_up() makes of all tokens of a text.
Result find_all_in(const std::set<std::string, std::less<>>& vocabulary, std::string_view text,
                   const char* language) {
  TokenizerOptions options{.language = language};
  Tokenizer tokenizer(options);
  Result result{Match::as_is, {}};
  const auto find = [&](std::string_view w) -> std::optional<std::string> {
    if (const auto found = vocabulary.find(w); found != vocabulary.end()) return *found;
    return std::nullopt;
  };
  tokenizer.start(text);
  while (const Sentence* sentence = tokenizer.next())
    for (const Token& token : sentence->tokens)
      if (look_up(token, language_rules(language), find,
                  [&](const std::string& found) { result.words.push_back(found); }) == Match::none)
        result.match = Match::none;
  return result;
}

TEST(LookUp, CoversElidedArticles) {
  constexpr auto text = "L'homme boit de l’eau";
  for (const std::set<std::string, std::less<>>& vocabulary :
       {std::set<std::string, std::less<>>{"l'", "homme", "boit", "de", "eau"},
        {"l’", "homme", "boit", "de", "eau"}})
    EXPECT_EQ(find_all_in(vocabulary, text, "fr").match, Match::as_is);
  EXPECT_THAT(find_all_in({"l'", "homme", "boit", "de", "eau"}, text, "fr").words,
              ElementsAre("l'", "homme", "boit", "de", "l'", "eau"));
  EXPECT_THAT(find_all_in({"l", "homme", "boit", "de", "eau"}, text, "fr").words,
              ElementsAre("l", "homme", "boit", "de", "l", "eau"));
  const Result without = find_all_in({"homme", "boit", "de", "eau"}, text, "fr");
  EXPECT_EQ(without.match, Match::as_is);
  EXPECT_THAT(without.words, ElementsAre("homme", "boit", "de", "eau"));
}

TEST(LookUp, LeavesOutSuffixesThatHaveNoVector) {
  EXPECT_THAT(find_all_in({"ankara", "da"}, "Ankara'da", "tr").words, ElementsAre("ankara"));
  EXPECT_THAT(find_all_in({"ankara", "'da"}, "Ankara’da", "tr").words,
              ElementsAre("ankara", "'da"));
}

}  // namespace
}  // namespace oovec
