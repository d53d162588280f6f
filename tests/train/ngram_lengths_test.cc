#include "oovec/train/ngram_lengths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "oovec/train/options.h"
#include "tests/support/models.h"

namespace oovec {
namespace {

std::shared_ptr<const Embeddings> words_only(const std::vector<std::string>& words) {
  return arbitrary_embeddings(words, 2, 1);
}

testing::Matcher<NgramLengths> are(std::uint32_t min, std::uint32_t max) {
  return testing::AllOf(testing::Field(&NgramLengths::min, min),
                        testing::Field(&NgramLengths::max, max));
}

TEST(NgramLengths, FitWordsOfLetters) {
  const auto words = words_only({"a", "of", "pear", "melon", "grapefruit"});
  EXPECT_EQ(median_word_length(*words), 4U);
  EXPECT_THAT(fitting_ngrams(*words, 6), are(3, 6));
  EXPECT_THAT(fitting_ngrams(*words, 5), are(3, 5));
}

TEST(NgramLengths, AreShortWhereWordsAre) {
  const auto words = words_only({"日本", "東京", "大阪", "水", "日本語", "Osaka"});
  EXPECT_EQ(median_word_length(*words), 2U);
  EXPECT_THAT(fitting_ngrams(*words, 6), are(1, 3));
  EXPECT_THAT(fitting_ngrams(*words_only({"水", "火", "木"}), 6), are(1, 2));
  EXPECT_THAT(fitting_ngrams(*words_only({"학교는", "학생은"}), 5), are(1, 4));
}

TEST(NgramLengths, AreThoseGivenIfAnyAre) {
  const auto letters = words_only({"grapefruit"}), signs = words_only({"日本"});
  TrainOptions options;
  EXPECT_EQ(resolve(options, *letters).ngram_min, 3U);
  EXPECT_EQ(resolve(options, *letters).ngram_max, 6U);
  options.preset = Preset::paper;
  EXPECT_EQ(resolve(options, *letters).ngram_max, 5U);
  options.ngram_max = 2;  // the shortest are not longer
  EXPECT_EQ(resolve(options, *letters).ngram_min, 2U);
  EXPECT_EQ(resolve(options, *signs).ngram_min, 1U);
  options.ngram_min = 2;
  EXPECT_EQ(resolve(options, *signs).ngram_min, 2U);
  options.ngram_min = 4;
  EXPECT_THROW((void)resolve(options), Error);
  options.ngram_max = 0;
  EXPECT_THROW((void)resolve(options, *signs), Error);
  options.ngram_min = 6;
  EXPECT_THROW((void)resolve(options), Error);
}

TEST(ResolvedOptions, HaveARankThatTheVectorsHave) {
  const auto words = words_only({"pear", "melon"});
  TrainOptions options;
  options.new_word_rank = 2;
  EXPECT_EQ(resolve(options, *words).new_word_rank, 2U);
  options.new_word_rank = 3;
  EXPECT_THROW((void)resolve(options, *words), Error);
}

}  // namespace
}  // namespace oovec
