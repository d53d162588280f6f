// tests/train/solve_reference_test.py holds the map against a slow reference.
#include "oovec/train/rank_contexts.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "oovec/train/frequency_ranks.h"
#include "oovec/train/training.h"
#include "tests/train/solved_lessons.h"

namespace oovec {
namespace {

class RankContextsTest : public testing::Test {
 protected:
  RankContextsTest() : lessons_(8, 1) { learn(10); }

  void learn(std::uint32_t steps, int threads = 0) {
    TrainOptions options = small_solving();
    options.ranking_steps = steps;
    options.threads = threads;
    const std::vector<Candidate> candidates = {{Composition::balanced, 0.01}};
    training_ =
        std::make_unique<const Training>(lessons_.vectors, *lessons_.index, options, candidates);
    ranks_ = frequency_ranks(*lessons_.index);
    space_ = std::make_unique<const NeutralSpace>(*lessons_.vectors, ranks_.of, data().targets(),
                                                  threads);
    map_ = *fit_context_map(data(), *space_, [] { return false; });
  }

  const TrainingData& data() const { return training_->data(); }
  bool rank(const std::function<bool()>& stop = [] { return false; }) {
    return rank_contexts(data(), *space_, stop, map_);
  }

  std::vector<double> target(std::uint32_t row) const {
    std::vector<float> target(lessons_.vectors->dimension());
    space_->target(row, 0, target);
    return normalised(target);
  }

  // −ln softmax of cosines / 0.05 over all targets, at the true one: the mean over these words.
  double loss(std::span<const std::uint32_t> words) const {
    double sum = 0;
    for (const std::uint32_t word : words) {
      const std::vector<double> vector = mapped(word);
      double all = 0, own = 0;
      for (const std::uint32_t row : data().targets()) all += share(vector, row);
      own = share(vector, word);
      const bool among = std::ranges::binary_search(data().targets(), word);
      sum -= std::log(own / (among ? all : all + own));
    }
    return sum / static_cast<double>(words.size());
  }

  SolvedLessons lessons_;
  std::unique_ptr<const Training> training_;
  FrequencyRanks ranks_;
  std::unique_ptr<const NeutralSpace> space_;
  ContextMap map_;

 private:
  static std::vector<double> normalised(std::span<const float> vector) {
    double squares = 0;
    for (const float value : vector) squares += static_cast<double>(value) * value;
    std::vector<double> unit(vector.begin(), vector.end());
    for (double& value : unit) value /= std::sqrt(squares);
    return unit;
  }

  // The direction of ĉ.
  std::vector<double> mapped(std::uint32_t word) const {
    const std::size_t k = lessons_.vectors->dimension();
    ContextEvidence contexts(k);
    sum_sample(data(), word, contexts);
    std::vector<float> vector = map_.offset;
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j < k; ++j)
        vector[i] +=
            map_.transform[i * k + j] * contexts.sum[j] / static_cast<float>(contexts.weight);
    return normalised(vector);
  }

  double share(const std::vector<double>& vector, std::uint32_t row) const {
    double product = 0;
    const std::vector<double> unit = target(row);
    for (std::size_t i = 0; i < unit.size(); ++i) product += vector[i] * unit[i];
    return std::exp(product / 0.05);
  }
};

// The rivals are a sample here of what they are in the loss.
TEST_F(RankContextsTest, TrueTargetsRankHigherThanByLeastSquares) {
  const double learned = loss(data().context_words()), held_out = loss(data().calibration_words());
  ASSERT_TRUE(rank());
  EXPECT_LT(loss(data().context_words()), learned - 0.05);
  EXPECT_LT(loss(data().calibration_words()), held_out - 0.02);
}

TEST_F(RankContextsTest, MoreStepsGainMore) {
  double before = loss(data().context_words());
  for (const std::uint32_t steps : {1, 4, 16}) {
    learn(steps);
    ASSERT_TRUE(rank());
    const double after = loss(data().context_words());
    EXPECT_LT(after, before) << steps;
    before = after;
  }
}

TEST_F(RankContextsTest, WithoutStepsTheMapIsThatOfLeastSquares) {
  learn(0);
  const ContextMap before = map_;
  EXPECT_TRUE(rank());
  EXPECT_EQ(map_.transform, before.transform);
  EXPECT_EQ(map_.offset, before.offset);
}

TEST_F(RankContextsTest, TheBitsAreTheSameForAnyNumberOfThreads) {
  learn(5, 1);
  ASSERT_TRUE(rank());
  const ContextMap expected = map_;
  for (const int threads : {2, 3}) {
    learn(5, threads);
    ASSERT_TRUE(rank());
    EXPECT_EQ(map_.transform, expected.transform) << threads;
    EXPECT_EQ(map_.offset, expected.offset) << threads;
  }
}

TEST_F(RankContextsTest, StoppedAtAnyTimeItLeavesTheMap) {
  const ContextMap before = map_;
  for (const int calls : {0, 1, 70, 200, 400}) {
    std::atomic<int> left = calls;
    EXPECT_FALSE(rank([&] { return left-- <= 0; })) << calls;
    EXPECT_EQ(map_.transform, before.transform) << calls;
    EXPECT_EQ(map_.offset, before.offset) << calls;
  }
}

}  // namespace
}  // namespace oovec
