#include "oovec/form/misspell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace oovec {
namespace {

using testing::Contains;
using testing::Each;
using testing::Not;
using testing::UnorderedElementsAre;

// All that can come out.
std::set<std::string> misspellings(const Misspeller& misspeller, std::string_view word,
                                   Misspelling how) {
  Random random(1);
  std::set<std::string> found;
  for (int i = 0; i < 2000; ++i)
    if (const auto misspelled = misspeller.misspell(word, how, random)) found.insert(*misspelled);
  return found;
}

TEST(Misspeller, SwapsLettersThatFollowEachOther) {
  EXPECT_THAT(misspellings(Misspeller({}), "pear", Misspelling::swap),
              UnorderedElementsAre("epar", "paer", "pera"));
}

TEST(Misspeller, NeverGivesTheWordItself) {
  EXPECT_THAT(misspellings(Misspeller({}), "eel", Misspelling::swap), UnorderedElementsAre("ele"));
  EXPECT_TRUE(misspellings(Misspeller({"ё"}), "ёё", Misspelling::replace).empty());
}

TEST(Misspeller, LeavesALetterOut) {
  EXPECT_THAT(misspellings(Misspeller({}), "pear", Misspelling::remove),
              UnorderedElementsAre("ear", "par", "per", "pea"));
}

TEST(Misspeller, HitsANeighboringKeyInstead) {
  EXPECT_THAT(misspellings(Misspeller({}), "pq", Misspelling::replace),
              UnorderedElementsAre("oq", "lq", "pw", "pa"));
}

TEST(Misspeller, HitsANeighboringKeyToo) {
  EXPECT_THAT(misspellings(Misspeller({}), "q", Misspelling::insert),
              UnorderedElementsAre("wq", "qw", "aq", "qa"));
}

TEST(Misspeller, KeepsCapitals) {
  EXPECT_THAT(misspellings(Misspeller({}), "P", Misspelling::replace),
              UnorderedElementsAre("O", "L"));
}

TEST(Misspeller, TakesLettersOfTheAlphabetWhereTheKeyboardHasNone) {
  EXPECT_THAT(misspellings(Misspeller({"дом", "é"}), "сад", Misspelling::replace),
              UnorderedElementsAre("дад", "оад", "мад", "éад", "сдд", "сод", "смд", "сéд", "сао",
                                   "сам", "саé"));
}

TEST(Misspeller, EveryKeyIsBesideThoseBesideIt) {
  const Misspeller misspeller({});
  for (char key = 'a'; key <= 'z'; ++key)
    for (const std::string& beside :
         misspellings(misspeller, std::string(1, key), Misspelling::replace))
      EXPECT_THAT(misspellings(misspeller, beside, Misspelling::replace),
                  Contains(std::string(1, key)))
          << key << beside;
}

TEST(WordsOfLetters, HaveNoOtherCharacters) {
  EXPECT_TRUE(is_word_of_letters("pear", 4));
  EXPECT_TRUE(is_word_of_letters("Дома", 4));
  EXPECT_FALSE(is_word_of_letters("pear", 5));
  EXPECT_FALSE(is_word_of_letters("pear's", 4));
  EXPECT_FALSE(is_word_of_letters("covid19", 4));
  EXPECT_FALSE(is_word_of_letters("", 1));
}

}  // namespace
}  // namespace oovec
