#include "oovec/form/ngrams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>

#include "tests/support/error_of.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> ngrams_of(std::string_view word, NgramLengths lengths) {
  Ngrams ngrams(lengths);
  std::vector<std::string> shown;
  for (const std::string_view ngram : ngrams.of(word)) shown.push_back(display_ngram(ngram));
  return shown;
}

// The example of the paper's §3.
TEST(Ngrams, OfPomeloAreThoseOfThePaper) {
  EXPECT_THAT(ngrams_of("pomelo", {2, 3}),
              UnorderedElementsAre("⟨s⟩p", "po", "om", "me", "el", "lo", "o⟨e⟩",  //
                                   "⟨s⟩po", "pom", "ome", "mel", "elo", "lo⟨e⟩"));
}

TEST(Ngrams, ComeInOrderOfWhereTheyBeginShortOnesFirst) {
  EXPECT_THAT(ngrams_of("pie", {3, 5}), ElementsAre("⟨s⟩pi", "⟨s⟩pie", "⟨s⟩pie⟨e⟩",  //
                                                    "pie", "pie⟨e⟩", "ie⟨e⟩"));
}

TEST(Ngrams, AreCountedAsOftenAsTheyOccur) {
  EXPECT_THAT(ngrams_of("aaaa", {3, 3}), ElementsAre("⟨s⟩aa", "aaa", "aaa", "aa⟨e⟩"));
}

TEST(Ngrams, OfASingleLetterIncludeBothEnds) {
  EXPECT_THAT(ngrams_of("a", {3, 5}), ElementsAre("⟨s⟩a⟨e⟩"));
  EXPECT_THAT(ngrams_of("a", {1, 2}), ElementsAre("⟨s⟩a", "a", "a⟨e⟩"));
}

// Otherwise every word would have a known n-gram, whatever it is made of.
TEST(Ngrams, AMarkAloneIsNone) {
  EXPECT_THAT(ngrams_of("ab", {1, 1}), ElementsAre("a", "b"));
  EXPECT_THAT(ngrams_of("", {1, 1}), IsEmpty());
}

TEST(Ngrams, CodePointsAreCounted) {
  EXPECT_EQ(count_code_points(""), 0U);
  EXPECT_EQ(count_code_points("日本𝛼é"), 4U);
}

TEST(Ngrams, AreNoneWhereTheWordIsTooShort) { EXPECT_THAT(ngrams_of("a", {4, 5}), IsEmpty()); }

TEST(Ngrams, CountCodePointsNotBytes) {
  EXPECT_THAT(ngrams_of("été", {3, 3}), ElementsAre("⟨s⟩ét", "été", "té⟨e⟩"));
  EXPECT_THAT(ngrams_of("日本𝛼", {2, 2}), ElementsAre("⟨s⟩日", "日本", "本𝛼", "𝛼⟨e⟩"));
}

TEST(Ngrams, TakeABlankForALetter) {
  EXPECT_THAT(ngrams_of("ice cream", {4, 4}), testing::Contains("e cr"));
}

TEST(Ngrams, AMarkIsNoLetterOfTheWord) {
  Ngrams ngrams({3, 3});
  EXPECT_NE(std::string(ngrams.of("<e>").front()), std::string(ngrams.of("\x02").front()));
  EXPECT_EQ(ngrams.of("pie").front(), std::string("\x02pi"));
  EXPECT_EQ(ngrams.of("pie").back(), std::string("ie\x03"));
}

TEST(Ngrams, ReusedForAnotherWordForgetTheOneBefore) {
  Ngrams ngrams({3, 5});
  (void)ngrams.of("grapefruit");
  EXPECT_THAT(ngrams.of("a"), ElementsAre("\x02"
                                          "a\x03"));
}

// S_w has l + 3 − n members of each length n that fits ⟨s⟩w⟨e⟩; of length 1 there are the letters.
TEST(Ngrams, AreAsManyAsTheFormulaSays) {
  EXPECT_TRUE(rc::check("count and length", [] {
    const auto letters = *rc::gen::container<std::string>(rc::gen::inRange('a', 'e'));
    const auto min = *rc::gen::inRange<std::uint32_t>(1, 6);
    const auto max = *rc::gen::inRange<std::uint32_t>(min, 8);
    Ngrams ngrams({min, max});
    std::map<std::size_t, std::size_t> counts;
    for (const std::string_view ngram : ngrams.of(letters)) ++counts[ngram.size()];
    for (std::size_t n = 1; n <= 8; ++n) {
      const bool wanted = n >= min && n <= max && n <= letters.size() + 2;
      RC_ASSERT(counts[n] == (wanted ? letters.size() + 3 - n - (n == 1 ? 2 : 0) : 0));
    }
  }));
}

TEST(Ngrams, AreShownWithTheirMarks) {
  EXPECT_EQ(display_ngram("\x02sp"), "⟨s⟩sp");
  EXPECT_EQ(display_ngram("es\x03"), "es⟨e⟩");
  EXPECT_EQ(display_ngram("\x1A"), "⟨unk⟩");
  EXPECT_EQ(display_ngram("été"), "été");
}

std::vector<std::string> ngrams_without(std::string_view word,
                                        const std::vector<std::string>& left_out) {
  Ngrams ngrams({3, 3});
  std::vector<std::string> shown;
  for (const std::string_view ngram : ngrams.of(word, left_out))
    shown.push_back(display_ngram(ngram));
  return shown;
}

TEST(Ngrams, AreLeftOutByTheNamesTheyAreShownBy) {
  EXPECT_THAT(ngrams_without("aaaab", {"aaa", "⟨s⟩aa"}), ElementsAre("aab", "ab⟨e⟩"));
  EXPECT_THAT(ngrams_without("pie", {}), ElementsAre("⟨s⟩pi", "pie", "ie⟨e⟩"));
  EXPECT_THAT(ngrams_without("a", {"⟨s⟩a⟨e⟩"}), IsEmpty());
}

TEST(Ngrams, ThatTheWordDoesNotHaveCannotBeLeftOut) {
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"xyz"}, {"pie", "pie"}, {""}}) {
    const Error error = error_of([&] { (void)ngrams_without("pie", wrong); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), testing::HasSubstr("\"pie\" has no n-gram \"" + wrong.back() + "\""));
  }
}

}  // namespace
}  // namespace oovec
