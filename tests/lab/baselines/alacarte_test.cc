#include "lab/baselines/alacarte.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "tests/support/files.h"
#include "tests/support/recorded_progress.h"
#include "tests/support/vectors.h"
#include "tests/train/lessons.h"

namespace oovec::lab {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

class AlacarteTest : public testing::Test {
 protected:
  AlacarteTest() { options_.min_count = 10; }

  ModelParts learn(const std::vector<std::string>& excluded = {}) const {
    return learn_alacarte(lessons_.vectors, *lessons_.index, options_, excluded).model;
  }

  // v_context of a word, over all of its sentences.
  std::vector<double> context_of(std::size_t row) const {
    std::vector<double> mean(k());
    double words = 0;
    for (std::size_t i = 0; i < lessons_.index->contexts(row); ++i)
      for (const IndexToken token : lessons_.index->context(row, i).tokens) {
        if (!token.has_vector() || token.row() == row) continue;
        const auto vector = lessons_.vectors->row(token.row());
        for (std::size_t j = 0; j < k(); ++j) mean[j] += vector[j];
        ++words;
      }
    for (double& x : mean) x /= words;
    return mean;
  }

  std::size_t k() const { return lessons_.vectors->dimension(); }

  Lessons lessons_;
  AlacarteOptions options_;
};

// Where the sum of squares is least its gradient is 0: Σ α·(A·u − e)·uᵀ.
TEST_F(AlacarteTest, TheMapIsThatOfLeastSquares) {
  for (const CountWeights weights : {CountWeights::log, CountWeights::uniform}) {
    options_.count_weights = weights;
    const ModelParts model = learn();
    std::vector<double> gradient(k() * k()), scale(k() * k());
    for (std::size_t row = 0; row < model.targets.size(); ++row) {
      if (!model.targets[row]) continue;
      const double weight = weights == CountWeights::uniform
                                ? 1
                                : std::log(static_cast<double>(lessons_.index->count(row)));
      const std::vector<double> u = context_of(row);
      for (std::size_t i = 0; i < k(); ++i) {
        double error = -lessons_.vectors->row(row)[i];
        // The map comes first among the parameters.
        for (std::size_t j = 0; j < k(); ++j) error += model.parameters[i * k() + j] * u[j];
        for (std::size_t j = 0; j < k(); ++j) {
          gradient[i * k() + j] += weight * error * u[j];
          scale[i * k() + j] += std::abs(weight * error * u[j]);
        }
      }
    }
    for (std::size_t i = 0; i < gradient.size(); ++i)
      EXPECT_LT(std::abs(gradient[i]), 1e-4 * scale[i]);
  }
}

TEST_F(AlacarteTest, ItIsTheSameForAnyNumberOfThreads) {
  options_.threads = 1;
  const std::vector<float> expected = learn().parameters;
  options_.threads = 4;
  EXPECT_THAT(learn().parameters, ElementsAreArray(expected));
}

TEST_F(AlacarteTest, LearningTellsHowFarItIs) {
  RecordedProgress progress;
  options_.progress = &progress;
  options_.threads = 3;
  (void)learn();
  EXPECT_TRUE(progress.completed("adding up contexts"));
}

TEST_F(AlacarteTest, ExcludedWordsAreNotLearnedFrom) {
  const std::string word = lessons_.language.words()[7];
  const Model model(learn({word, "unheard"}));
  EXPECT_EQ(model.has_learned_from(word), false);
  EXPECT_EQ(model.has_learned_from(lessons_.language.words()[8]), true);
  EXPECT_NE(model.parts().parameters, learn().parameters);
}

TEST_F(AlacarteTest, ExcludedWordsAreFoundInAnySpelling) {
  const std::string word = lessons_.language.words()[7];
  std::string capitals = word;
  std::transform(word.begin(), word.end(), capitals.begin(), ::toupper);
  const auto [model, excluded] = learn_alacarte(lessons_.vectors, *lessons_.index, options_,
                                                {"\uFEFF " + capitals + "\r", "unheard"});
  EXPECT_EQ(Model(model).has_learned_from(word), false);
  EXPECT_EQ(excluded.words, 2U);
  EXPECT_EQ(excluded.not_found, 1U);
  EXPECT_THAT(excluded.examples, testing::ElementsAre("unheard"));
}

TEST_F(AlacarteTest, ItIsAModelOfContextsAlone) {
  TemporaryFile file(".oovec");
  write_model(learn(), file.path());
  const Model model(file.path());
  EXPECT_FALSE(Observation(model, lessons_.language.words()[0]).infer());
  Observation observation(model, "unheard");
  observation.add(lessons_.language.words()[1]);
  EXPECT_EQ(observation.infer()->alpha, 1);
}

TEST_F(AlacarteTest, SifWeightsAreThoseOfTraining) {
  options_.context_weights = ContextWeights::sif;
  EXPECT_EQ(learn().word_weights.size(), lessons_.vectors->size());
}

TEST_F(AlacarteTest, TooFewWordsAreRefused) {
  options_.min_count = 1'000'000;
  EXPECT_THAT(error_of([&] { learn(); }).what(), HasSubstr("0 words to learn from"));
}

class MatrixTest : public testing::Test {
 protected:
  std::string write(std::vector<float> numbers, std::size_t bytes) {
    std::ofstream(file_.path(), std::ios::binary)
        .write(reinterpret_cast<const char*>(numbers.data()), static_cast<std::streamsize>(bytes));
    return file_.path();
  }

  TemporaryFile file_;
  std::shared_ptr<const Embeddings> vectors_ =
      std::make_shared<const Embeddings>(make_embeddings({"east", "north"}, 2, {1, 0, 0, 1}));
};

TEST_F(MatrixTest, IsReadRowByRow) {
  const Model model(read_alacarte(vectors_, write({1, 2, 3, 4}, 16)));
  Observation observation(model, "unheard");
  observation.add("North!");
  const float length = std::sqrt(20.0F);  // of (2, 4); vectors have length 1
  EXPECT_THAT(observation.infer()->vector,
              testing::ElementsAre(testing::FloatEq(2 / length), testing::FloatEq(4 / length)));
  EXPECT_EQ(model.has_learned_from("east"), std::nullopt);
}

TEST_F(MatrixTest, OfAnotherSizeIsRefused) {
  for (const std::size_t bytes : {0, 12, 15, 17, 20})
    EXPECT_THAT(error_of([&] {
                  (void)read_alacarte(vectors_, write({1, 2, 3, 4, 5}, bytes));
                }).what(),
                HasSubstr("16 bytes"));
}

TEST_F(MatrixTest, WithNumbersThatAreNotFiniteIsRefused) {
  EXPECT_THAT(error_of([&] {
                (void)read_alacarte(vectors_, write({1, NAN, 3, 4}, 16));
              }).what(),
              HasSubstr("not finite"));
}

}  // namespace
}  // namespace oovec::lab
