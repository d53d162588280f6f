#include "oovec/train/fit_gate.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/random.h"
#include "oovec/train/solve.h"
#include "tests/train/solved_lessons.h"

namespace oovec {
namespace {

using Doubles = std::vector<double>;

// A model solved for, whose gate is to be fitted again.
class FitGateTest : public testing::Test {
 protected:
  explicit FitGateTest(float noise = 0.2F) : lessons_(8, noise) { learn(small_solving()); }

  void learn(const TrainOptions& options) {
    const std::vector<Candidate> candidates = {{Composition::balanced, 0.01}};
    training_ =
        std::make_unique<const Training>(lessons_.vectors, *lessons_.index, options, candidates);
    parts_ = solve(*training_, lessons_.workspace.path("checkpoint"))->model;
  }

  const TrainingData& data() const { return training_->data(); }
  void fit() { fit_gate(data(), data().calibration_words(), parts_); }
  std::span<float> part(std::string_view name) { return part_of(parts_, name); }

  // The mean over held-out words, with this many contexts.
  double alpha(std::size_t contexts) const {
    const Model model(parts_);
    double sum = 0;
    for (const std::uint32_t row : data().calibration_words()) {
      ContextEvidence evidence = model.weighted_vectors().no_contexts();
      data().sum_contexts(row, contexts, row, evidence);
      sum += model.infer(lessons_.vectors->word(row), evidence)->alpha;
    }
    return sum / static_cast<double>(data().calibration_words().size());
  }

  SolvedLessons lessons_;
  std::unique_ptr<const Training> training_;
  ModelParts parts_;
};

TEST_F(FitGateTest, WhereContextsAreWrongTheFormIsBelieved) {
  for (const char* name : {"transform", "offset"})
    for (float& value : part(name)) value = -value;
  fit();
  EXPECT_LT(alpha(1), 0.15);
  EXPECT_LT(alpha(10), 0.15);
}

TEST_F(FitGateTest, WhereTheFormIsWrongContextsAreBelieved) {
  Matrix negated(lessons_.vectors->dimension());
  for (std::size_t row = 0; row < parts_.ngrams->size(); ++row) {
    std::vector<float> values(parts_.ngrams->row(row).begin(), parts_.ngrams->row(row).end());
    for (float& value : values) value = -value;
    negated.append(values);
  }
  parts_.ngrams = std::make_shared<const Embeddings>(data().ngrams().ngrams(), std::move(negated));
  fit();
  EXPECT_GT(alpha(1), 0.85);
  EXPECT_GT(alpha(10), 0.85);
}

TEST_F(FitGateTest, WithoutWordsFormAndContextWeighTheSame) {
  for (const char* name : {"gate", "bias", "words"}) std::ranges::fill(part(name), 0);
  fit_gate(data(), {}, parts_);
  EXPECT_EQ(alpha(1), 0.5);
  EXPECT_EQ(alpha(20), 0.5);
  EXPECT_THAT(part("words"), testing::ElementsAre(0, std::numeric_limits<float>::max()));
}

// A sentence has seven words, one of which is the target.
TEST_F(FitGateTest, WordsAreCountedWithinTheRangeSeen) {
  EXPECT_GE(part("words")[0], 1);
  EXPECT_LE(part("words")[0], 6);
  EXPECT_GT(part("words")[1], 60);
  EXPECT_LE(part("words")[1], 6 * 60);
}

TEST_F(FitGateTest, ALimitOnContextWordsIsTheEndOfTheRange) {
  TrainOptions options = small_solving();
  options.context_limit = 9;
  learn(options);
  EXPECT_EQ(part("words")[1], 9);
  EXPECT_LE(part("words")[0], 9);
  options.context_limit = 1;
  learn(options);
  EXPECT_THAT(part("words"), testing::ElementsAre(1, 1));
}

TEST_F(FitGateTest, IsTheSameForAnyNumberOfThreads) {
  const std::vector<float> expected = parts_.parameters;
  TrainOptions options = small_solving();
  options.threads = 3;
  learn(options);
  EXPECT_EQ(parts_.parameters, expected);
}

// What the gate decides between, for one word with some contexts.
struct Decision {
  std::uint32_t row;
  Doubles form, context;
  double amount, strength;  // ln(1 + t), |f − y₀|
};

class NoisyFitGateTest : public FitGateTest {
 protected:
  NoisyFitGateTest() : FitGateTest(2) {
    const std::size_t k = lessons_.vectors->dimension();
    for (std::size_t row = 0; row < lessons_.vectors->size(); ++row) {
      const std::span<const float> vector = lessons_.vectors->row(row);
      Doubles& unit = units_.emplace_back(vector.begin(), vector.end());
      const double length = norm(unit);
      for (double& value : unit) value /= length;
    }
    const Model model(parts_);
    Random random(99);
    for (const std::uint32_t row : data().calibration_words())
      for (int draw = 0; draw < 4; ++draw) {
        ContextEvidence evidence = model.weighted_vectors().no_contexts();
        data().sum_contexts(row, draw_log_uniform(60, random), random.next(), evidence);
        const FormEvidence form = model.form(lessons_.vectors->word(row));
        Decision decision{row, Doubles(k), Doubles(k), std::log1p(evidence.words), 0};
        for (std::size_t i = 0; i < k; ++i) {
          const double own = std::sqrt(form.ngrams.size()) * form.mean[i];
          decision.strength += own * own;
          decision.form[i] = part("origin")[i] + own;
          decision.context[i] = part("offset")[i];
          for (std::size_t j = 0; j < k; ++j)
            decision.context[i] += part("transform")[i * k + j] * evidence.sum[j] / evidence.weight;
        }
        decision.strength = std::sqrt(decision.strength);
        decisions_.push_back(decision);
      }
  }

  // −ln softmax of cosines / 0.05 over the vocabulary, at the true word, on average.
  double loss(const std::array<double, 3>& gate) {
    double sum = 0;
    for (const Decision& decision : decisions_) {
      const double z = gate[0] * decision.amount + gate[1] * decision.strength + gate[2];
      const double alpha = 1 / (1 + std::exp(-z));
      Doubles vector(decision.form.size());
      for (std::size_t i = 0; i < vector.size(); ++i)
        vector[i] = alpha * decision.context[i] + (1 - alpha) * decision.form[i];
      const double length = norm(vector);
      for (std::size_t i = 0; i < vector.size(); ++i)
        vector[i] = part("mean")[i] + part("spread")[0] * vector[i] / length;
      sum += loss_of(vector, decision.row);
    }
    return sum / static_cast<double>(decisions_.size());
  }

 private:
  static double norm(const Doubles& vector) {
    double squares = 0;
    for (const double value : vector) squares += value * value;
    return std::sqrt(squares);
  }

  double loss_of(const Doubles& vector, std::uint32_t truth) const {
    double all = 0, own = 0;
    const double length = norm(vector);
    for (std::uint32_t row = 0; row < units_.size(); ++row) {
      double product = 0;
      for (std::size_t i = 0; i < vector.size(); ++i) product += vector[i] * units_[row][i];
      const double share = std::exp(product / length / 0.05);
      all += share;
      if (row == truth) own = share;
    }
    return -std::log(own / all);
  }

  std::vector<Doubles> units_;  // the vectors, of length 1
  std::vector<Decision> decisions_;
};

// The contexts are drawn anew here, and the others are the whole vocabulary instead of a sample:
// the gate need not be the very best, but hardly any other may be better by more than chance.
TEST_F(NoisyFitGateTest, NoOtherGateIsBetter) {
  const std::array<double, 3> fitted = {part("gate")[0], part("gate")[1], part("bias")[0]};
  const double least = loss(fitted);
  Random random(5);
  const auto off = [&](double most) { return most * (2.0 * random.unit() - 1); };
  double sum = 0;
  for (int i = 0; i < 200; ++i) {
    const std::array<double, 3> other = {fitted[0] + off(1), fitted[1] + off(2),
                                         fitted[2] + off(3)};
    const double found = loss(other);
    sum += found;
    EXPECT_GT(found, least - 0.005) << other[0] << ' ' << other[1] << ' ' << other[2];
  }
  EXPECT_GT(sum / 200, least + 0.05);
}

}  // namespace
}  // namespace oovec
