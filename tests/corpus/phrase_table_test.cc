// Targets of several tokens in a sentence: the longest from each token on.
#include "oovec/corpus/phrase_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/text/tokenizer.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<PhraseMatch> matches_of(const std::vector<std::vector<std::string>>& phrases,
                                    std::string_view text) {
  PhraseTable table(language_rules("en"));
  for (std::uint32_t i = 0; i < phrases.size(); ++i) table.add(phrases[i], i);
  Tokenizer tokenizer;
  tokenizer.start(text);
  std::vector<PhraseMatch> matches;
  if (const text::Sentence* sentence = tokenizer.next()) table.find(sentence->tokens, matches);
  return matches;
}

TEST(PhraseTable, FindsTokensInSequence) {
  EXPECT_THAT(matches_of({{"ice", "cream"}}, "ice and ice cream, ice-cream and cream ice"),
              ElementsAre(PhraseMatch{2, 4, 0}));
  EXPECT_THAT(matches_of({{"ice", "cream"}}, "cream ice"), IsEmpty());
  EXPECT_THAT(matches_of({{"ice", "cream"}}, "an ice"), IsEmpty());
  EXPECT_THAT(matches_of({}, "ice cream"), IsEmpty());
}

TEST(PhraseTable, OfThoseThatBeginAtATokenTheLongestCounts) {
  EXPECT_THAT(matches_of({{"new", "york"}, {"new", "york", "city"}}, "new york city new york town"),
              ElementsAre(PhraseMatch{0, 3, 1}, PhraseMatch{3, 5, 0}));
}

TEST(PhraseTable, TheBeginningOfALongerPhraseIsStillFound) {
  EXPECT_THAT(matches_of({{"a", "b"}, {"a", "b", "c", "d"}}, "a b c e"),
              ElementsAre(PhraseMatch{0, 2, 0}));
}

TEST(PhraseTable, PhrasesThatBeginAtDifferentTokensMayOverlap) {
  EXPECT_THAT(matches_of({{"a", "b"}, {"b", "c"}, {"a", "a"}}, "a a b c"),
              ElementsAre(PhraseMatch{0, 2, 2}, PhraseMatch{1, 3, 0}, PhraseMatch{2, 4, 1}));
}

TEST(PhraseTable, APhraseMatchesAsItIsOrInLowerCaseAsAWhole) {
  EXPECT_THAT(matches_of({{"ice", "cream"}}, "Ice Cream or ICE cream"),
              ElementsAre(PhraseMatch{0, 2, 0}, PhraseMatch{3, 5, 0}));
  EXPECT_THAT(matches_of({{"New", "York"}, {"new", "deal"}}, "New York, New Deal, new york"),
              ElementsAre(PhraseMatch{0, 2, 0}, PhraseMatch{2, 4, 1}));
}

TEST(PhraseTable, CliticsAndApostrophesAreMindedAsInAnyToken) {
  EXPECT_THAT(matches_of({{"ice", "cream"}}, "ice cream's ice cream’s"),
              ElementsAre(PhraseMatch{0, 2, 0}, PhraseMatch{2, 4, 0}));
  EXPECT_THAT(matches_of({{"dog's", "breakfast"}}, "dog’s breakfast"),
              ElementsAre(PhraseMatch{0, 2, 0}));
}

TEST(PhraseTable, OfTheSamePhraseGivenTwiceTheFirstTargetCounts) {
  EXPECT_THAT(matches_of({{"a", "b"}, {"a", "b"}}, "a b"), ElementsAre(PhraseMatch{0, 2, 0}));
}

}  // namespace
}  // namespace oovec
