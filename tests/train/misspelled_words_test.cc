#include "oovec/train/misspelled_words.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/language.h"

namespace oovec {
namespace {

using testing::IsEmpty;

Embeddings vectors_of(const std::vector<std::string>& words) {
  Vocabulary vocabulary;
  for (const std::string& word : words) vocabulary.insert(word);
  Matrix matrix(1);
  matrix.append(std::vector<float>(words.size(), 1));
  return {std::move(vocabulary), std::move(matrix)};
}

std::vector<MisspelledWord> misspell_all(const Embeddings& vectors, std::uint64_t seed = 1) {
  std::vector<std::uint32_t> rows(vectors.size());
  std::iota(rows.begin(), rows.end(), 0U);
  return misspell_words(vectors, rows, seed);
}

std::vector<std::string> spellings(const Embeddings& vectors, std::uint64_t seed = 1) {
  std::vector<std::string> all;
  for (const MisspelledWord& word : misspell_all(vectors, seed)) all.push_back(word.spelling);
  return all;
}

// What one typing error can make of a word of a … z.
std::set<std::string> with_one_error(const std::string& word) {
  std::set<std::string> all;
  for (std::size_t i = 0; i <= word.size(); ++i) {
    const std::string before = word.substr(0, i), after = word.substr(i);
    for (char letter = 'a'; letter <= 'z'; ++letter) {
      all.insert(before + letter + after);
      if (!after.empty()) all.insert(before + letter + after.substr(1));
    }
    if (after.empty()) continue;
    all.insert(before + after.substr(1));
    if (after.size() > 1) all.insert(before + after[1] + after[0] + after.substr(2));
  }
  return all;
}

TEST(MisspelledWords, EveryWordHasOneErrorAndIsNoOtherWord) {
  const auto vectors = Language().vectors();
  const auto found = misspell_all(*vectors);
  ASSERT_EQ(found.size(), vectors->size());
  std::size_t shorter = 0, longer = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].row, i);
    const std::string word(vectors->word(i));
    EXPECT_TRUE(with_one_error(word).contains(found[i].spelling)) << word << found[i].spelling;
    EXPECT_FALSE(vectors->find(found[i].spelling).has_value()) << found[i].spelling;
    shorter += found[i].spelling.size() < word.size() ? 1U : 0U;
    longer += found[i].spelling.size() > word.size() ? 1U : 0U;
  }
  EXPECT_GT(shorter, found.size() / 6);
  EXPECT_GT(longer, found.size() / 6);
  EXPECT_LT(shorter + longer, found.size() * 2 / 3);
}

TEST(MisspelledWords, FollowFromTheSeed) {
  const auto vectors = Language().vectors();
  EXPECT_EQ(spellings(*vectors, 5), spellings(*vectors, 5));
  EXPECT_NE(spellings(*vectors, 5), spellings(*vectors, 6));
}

TEST(MisspelledWords, OnlyTheWordsAskedForAreMisspelled) {
  const Embeddings vectors = vectors_of({"knitting", "melons", "sweeter"});
  const std::vector<std::uint32_t> rows = {0, 2};
  const auto found = misspell_words(vectors, rows, 1);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].row, 0U);
  EXPECT_EQ(found[1].row, 2U);
  EXPECT_THAT(misspell_words(vectors, {}, 1), IsEmpty());
}

TEST(MisspelledWords, ShortWordsAndThoseWithOtherCharactersAreLeftOut) {
  EXPECT_THAT(
      spellings(vectors_of({"cat", "1984", "e2e4", "don't", "well-known", "日本語", "....", "x"})),
      IsEmpty());
}

// Of letters that are all the same and on no keyboard, only leaving out and another make a word.
TEST(MisspelledWords, AWordWhoseMisspellingsAreAllWordsIsLeftOut) {
  const auto found = misspell_all(vectors_of({"яяяя", "яяя", "яяяяя"}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].row, 2U);
  EXPECT_EQ(found[0].spelling, "яяяяяя");
}

}  // namespace
}  // namespace oovec
