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

Result find_in(const std::set<std::string, std::less<>>& vocabulary, std::string_view word) {
  Tokenizer tokenizer;
  tokenizer.start(word);
  const Sentence* sentence = tokenizer.next();
  EXPECT_EQ(sentence->tokens.size(), 1U) << word;
  Result result{Match::none, {}};
  const auto find = [&](std::string_view w) -> std::optional<std::string> {
    if (const auto found = vocabulary.find(w); found != vocabulary.end()) return *found;
    return std::nullopt;
  };
  result.match = look_up(sentence->tokens[0], find,
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

TEST(LookUp, FindsNothingForUnknownWords) {
  const Result result = find_in({"a"}, "zzz");
  EXPECT_EQ(result.match, Match::none);
  EXPECT_THAT(result.words, IsEmpty());
}

TEST(FindClitic, WantsSomethingBeforeIt) {
  EXPECT_EQ(find_clitic("isn't"), "n't");
  EXPECT_EQ(find_clitic("dog's"), "'s");
  EXPECT_EQ(find_clitic("we'll"), "'ll");
  for (const char* word : {"n't", "'s", "o't", "dogs", "s"}) EXPECT_EQ(find_clitic(word), "");
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

}  // namespace
}  // namespace oovec
