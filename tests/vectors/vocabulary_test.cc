#include "oovec/vectors/vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "oovec/base/error.h"

namespace oovec {
namespace {

using testing::Optional;

TEST(Vocabulary, IsEmptyAtFirst) {
  const Vocabulary words;
  EXPECT_EQ(words.size(), 0U);
  EXPECT_EQ(words.find("a"), std::nullopt);
  EXPECT_EQ(words.find(""), std::nullopt);
}

TEST(Vocabulary, NumbersWordsInOrder) {
  Vocabulary words;
  EXPECT_EQ(words.insert("b"), std::nullopt);
  EXPECT_EQ(words.insert("a"), std::nullopt);
  EXPECT_THAT(words.find("b"), Optional(0U));
  EXPECT_THAT(words.find("a"), Optional(1U));
  EXPECT_EQ(words.view().word(0), "b");
  EXPECT_EQ(words.view().word(1), "a");
}

TEST(Vocabulary, GivesTheFirstPositionOfADuplicate) {
  Vocabulary words;
  words.insert("a");
  words.insert("b");
  EXPECT_THAT(words.insert("a"), Optional(0U));
  EXPECT_THAT(words.insert("b"), Optional(1U));
  EXPECT_EQ(words.size(), 2U);
}

TEST(Vocabulary, TellsWordsApartByEveryByte) {
  Vocabulary words;
  const std::vector<std::string> similar = {"",  "a", "aa",     std::string("a\0", 2),
                                            "A", "é", "e\u0301"};
  for (const std::string& word : similar) EXPECT_EQ(words.insert(word), std::nullopt) << word;
  for (std::size_t i = 0; i < similar.size(); ++i)
    EXPECT_THAT(words.find(similar[i]), Optional(i)) << similar[i];
}

// Files hold the slots: they must not depend on what was expected.
TEST(Vocabulary, IsTheSameHoweverManyWordsWereExpected) {
  constexpr std::size_t count = 1000;
  Vocabulary grown;
  for (std::size_t i = 0; i < count; ++i) grown.insert("word" + std::to_string(i % 900));
  for (const std::size_t expected : {0, 10, 900, 100'000}) {
    Vocabulary words;
    words.reserve(expected);
    for (std::size_t i = 0; i < count; ++i) words.insert("word" + std::to_string(i % 900));
    words.shrink_to_fit();
    EXPECT_THAT(words.view().slots, testing::ElementsAreArray(grown.view().slots));
    EXPECT_EQ(words.size(), 900U);
  }
}

// Tags are learned by looking up, from whatever they were: nothing is found that is not there.
TEST(Vocabulary, FindsWithTagsWhatItFindsWithout) {
  EXPECT_TRUE(rc::check([] {
    Vocabulary words;
    const auto count = *rc::gen::inRange<std::size_t>(0, 2000);
    for (std::size_t i = 0; i < count; ++i) words.insert(std::to_string(i * i));
    std::vector<std::uint8_t> tags(words.view().slots.size());
    VocabularyView tagged = words.view();
    tagged.tags = tags.data();
    std::vector<std::string> asked;
    for (std::size_t i = 0; i < 300; ++i)
      asked.push_back(std::to_string(*rc::gen::inRange<std::size_t>(0, 2 * count * count + 1)));
    const std::vector<std::string_view> views(asked.begin(), asked.end());
    std::vector<std::optional<std::size_t>> plain, once, again;
    words.view().find_all(views, plain);
    tagged.find_all(views, once);
    tagged.find_all(views, again);
    RC_ASSERT(once == plain);
    RC_ASSERT(again == plain);
    for (std::size_t i = 0; i < views.size(); ++i) {
      RC_ASSERT(words.find(views[i]) == plain[i]);
      RC_ASSERT(tagged.find(views[i]) == plain[i]);
    }
  }));
}

TEST(Vocabulary, FindsEveryWordOfMany) {
  Vocabulary words;
  constexpr std::size_t count = 100'000;
  for (std::size_t i = 0; i < count; ++i) words.insert("word" + std::to_string(i));
  ASSERT_EQ(words.size(), count);
  for (std::size_t i = 0; i < count; ++i)
    ASSERT_THAT(words.find("word" + std::to_string(i)), Optional(i));
  EXPECT_EQ(words.find("word100000"), std::nullopt);
}

TEST(Vocabulary, LeavesAThirdOfItsSlotsFree) {
  Vocabulary words;
  for (int i = 0; i < 1000; ++i) {
    words.insert(std::to_string(i));
    const std::size_t slots = words.view().slots.size();
    ASSERT_EQ(slots & (slots - 1), 0U);
    ASSERT_LE(3 * words.size(), 2 * slots);
  }
}

RC_GTEST_PROP(Vocabulary, BehavesLikeAMap, (const std::vector<std::string>& inserted)) {
  Vocabulary words;
  std::map<std::string, std::size_t> expected;
  for (const std::string& word : inserted) {
    const auto [at, is_new] = expected.emplace(word, expected.size());
    const auto position = words.insert(word);
    RC_ASSERT(position.has_value() != is_new);
    if (position) RC_ASSERT(*position == at->second);
  }
  RC_ASSERT(words.size() == expected.size());
  for (const auto& [word, position] : expected) {
    RC_ASSERT(words.find(word) == position);
    RC_ASSERT(words.view().word(position) == word);
  }
}

RC_GTEST_PROP(Vocabulary, FindsAllAsItFindsEach,
              (const std::vector<std::string>& inserted, const std::vector<std::string>& others)) {
  Vocabulary words;
  for (const std::string& word : inserted) words.insert(word);
  std::vector<std::string_view> asked(inserted.begin(), inserted.end());
  asked.insert(asked.end(), others.begin(), others.end());
  asked.insert(asked.end(), inserted.begin(), inserted.end());
  std::vector<std::optional<std::size_t>> found(5);
  words.view().find_all(asked, found);
  RC_ASSERT(found.size() == asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) RC_ASSERT(found[i] == words.find(asked[i]));
}

// The arrays of a mapped file may hold anything; these have no file to be checked against.
TEST(VocabularyView, RefusesArraysThatContradictEachOther) {
  const std::string bytes = "ab";
  const std::vector<std::uint64_t> offsets = {0, 1, 2};
  const std::vector<std::uint64_t> backwards = {0, 2, 1};
  const std::vector<std::uint64_t> beyond = {0, 1, 9};
  const std::vector<std::uint32_t> past_the_last(4, 3);
  const std::vector<std::uint32_t> full(4, 1);

  EXPECT_THROW((VocabularyView{bytes, backwards, full}).word(1), Error);
  EXPECT_THROW((VocabularyView{bytes, beyond, full}).word(1), Error);
  EXPECT_THROW((VocabularyView{bytes, offsets, full}).word(2), Error);
  EXPECT_THROW((void)(VocabularyView{bytes, offsets, past_the_last}).find("a"), Error);
  EXPECT_THROW((void)(VocabularyView{bytes, offsets, full}).find("c"), Error);

  const std::vector<std::string_view> asked = {"a", "c"};
  std::vector<std::optional<std::size_t>> found;
  EXPECT_THROW((VocabularyView{bytes, offsets, past_the_last}).find_all(asked, found), Error);
  EXPECT_THROW((VocabularyView{bytes, beyond, full}).find_all(asked, found), Error);
  EXPECT_THROW((VocabularyView{bytes, offsets, full}).find_all(asked, found), Error);
}

}  // namespace
}  // namespace oovec
