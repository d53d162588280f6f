#include "lab/baselines/mimick/training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "tests/support/recorded_progress.h"
#include "tests/support/vectors.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string> suffixes = {"ing", "ed", "ly", "er"};

std::vector<std::string> stems(const std::string& onsets) {
  std::vector<std::string> stems;
  for (const char a : onsets)
    for (const char b : {'a', 'i', 'u'})
      for (const char c : {'k', 'm', 'p'}) stems.push_back({a, b, c});
  return stems;
}

// The suffix of a word is its vector: a one among zeros.
std::shared_ptr<const Embeddings> language() {
  std::vector<std::string> words;
  std::vector<float> rows;
  for (const std::string& stem : stems("bdfgs"))
    for (std::size_t i = 0; i < suffixes.size(); ++i) {
      words.push_back(stem + suffixes[i]);
      for (std::size_t j = 0; j < suffixes.size(); ++j) rows.push_back(i == j ? 1 : 0);
    }
  return std::make_shared<const Embeddings>(make_embeddings(words, suffixes.size(), rows));
}

MimickOptions small_mimick() {
  MimickOptions options;
  options.embedding = 5;
  options.hidden = 6;
  options.epochs = 2;
  return options;
}

TEST(MimickTraining, LearnsWhatSuffixesMean) {
  MimickOptions options;
  options.embedding = 8;
  options.hidden = 16;
  options.epochs = 20;
  options.learning_rate = 0.01;
  std::vector<double> losses;
  const Mimick mimick(train_mimick(language(), options, {}, [&](std::uint32_t epoch, double loss) {
                        losses.push_back(loss);
                        EXPECT_EQ(epoch, losses.size());
                      }).parts);
  EXPECT_LT(losses.back(), 0.1 * losses.front());
  for (const std::string& stem : stems("t"))  // a character it does not know
    for (std::size_t i = 0; i < suffixes.size(); ++i) {
      std::vector<float> truth(suffixes.size());
      truth[i] = 1;
      EXPECT_GT(*cosine(*mimick.infer_vector(stem + suffixes[i], ContextEvidence(0)), truth), 0.8F)
          << stem << suffixes[i];
    }
}

TEST(MimickTraining, TellsHowFarItIs) {
  RecordedProgress progress;
  MimickOptions options = small_mimick();
  options.epochs = 2;
  options.progress = &progress;
  (void)train_mimick(language(), options);
  EXPECT_TRUE(progress.completed("training Mimick"));
}

TEST(MimickTraining, GivesTheSameForAnyNumberOfThreads) {
  MimickOptions options = small_mimick();
  options.threads = 1;
  const std::vector<float> one = train_mimick(language(), options).parts.parameters;
  for (const int threads : {2, 3}) {
    options.threads = threads;
    EXPECT_EQ(train_mimick(language(), options).parts.parameters, one);
  }
  options.seed = 2;
  EXPECT_NE(train_mimick(language(), options).parts.parameters, one);
}

TEST(MimickTraining, LeavesOutWordsThatAreExcludedOrNotOfLetters) {
  const auto vectors = std::make_shared<const Embeddings>(
      make_embeddings({"the", "3rd", "été", "of", ",", "x-ray", "fig"}, 1, {1, 2, 3, 4, 5, 6, 7}));
  MimickOptions options = small_mimick();
  options.words = 3;
  EXPECT_THAT(train_mimick(vectors, options).parts.targets,
              ElementsAre(true, false, true, true, false, false, false));
  EXPECT_THAT(train_mimick(vectors, options, {"of", "unheard"}).parts.targets,
              ElementsAre(true, false, true, false, false, false, true));
  options.words = 0;
  const Mimick mimick(train_mimick(vectors, options, {"of"}).parts);
  EXPECT_EQ(mimick.has_learned_from("fig"), true);
  EXPECT_EQ(mimick.has_learned_from("of"), false);
  EXPECT_EQ(mimick.has_learned_from("unheard"), false);
}

TEST(MimickTraining, FindsExcludedWordsInAnySpelling) {
  const auto vectors = std::make_shared<const Embeddings>(
      make_embeddings({"the", "été", "of", "fig"}, 1, {1, 2, 3, 4}));
  const TrainedMimick trained =
      train_mimick(vectors, small_mimick(), {"\uFEFF OF\r", "E\u0301te\u0301", "unheard"});
  EXPECT_THAT(trained.parts.targets, ElementsAre(true, false, false, true));
  EXPECT_EQ(trained.excluded.words, 3U);
  EXPECT_EQ(trained.excluded.not_found, 1U);
  EXPECT_THAT(trained.excluded.examples, ElementsAre("unheard"));
}

TEST(MimickTraining, TakesRareCharactersForUnknownOnes) {
  const auto vectors = std::make_shared<const Embeddings>(
      make_embeddings({"aé", "bab", "ac", "ad", "ae", "b"}, 1, {1, 2, 3, 4, 5, 6}));
  EXPECT_THAT(train_mimick(vectors, small_mimick()).parts.characters.code_points(),
              ElementsAre('a'));
}

TEST(MimickTraining, NeedsAWord) {
  const auto vectors = std::make_shared<const Embeddings>(make_embeddings({"1", "2"}, 1, {1, 2}));
  const Error error = error_of([&] { (void)train_mimick(vectors, small_mimick()); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("no word of letters"));
}

TEST(MimickTraining, SaysThatItDiverged) {
  const auto vectors = std::make_shared<const Embeddings>(
      make_embeddings({"a", "b", "c", "d", "e"}, 1, {3e38F, -3e38F, 1, 2, 3}));
  EXPECT_THAT(error_of([&] { (void)train_mimick(vectors, small_mimick()); }).what(),
              HasSubstr("diverged"));
}

TEST(MimickTraining, RefusesVectorsThatItCannotReach) {
  for (const float length : {1e30F, 1e-30F}) {
    const auto vectors =
        std::make_shared<const Embeddings>(make_embeddings({"a", "b"}, 1, {length, -length}));
    EXPECT_THAT(error_of([&] { (void)train_mimick(vectors, small_mimick()); }).what(),
                HasSubstr("multiply all vectors by a constant"));
  }
}

}  // namespace
}  // namespace oovec::lab
