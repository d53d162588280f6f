// The steps of a batch against finite differences of its loss in double, on every instruction set
// this machine has.
#include "oovec/skipgram/pair_batch.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <random>

namespace oovec {
namespace {

using Rows = std::vector<std::vector<double>>;
using Partners = std::vector<std::vector<std::size_t>>;  // of each input

double log_sigmoid(double x) { return -std::log1p(std::exp(-x)); }

double plain_dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// As pair_batch.h has it.
double loss(const Rows& inputs, const Rows& outputs, const Partners& partners,
            std::size_t negatives, double per_pair) {
  double sum = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (const std::size_t c : partners[i]) sum -= log_sigmoid(plain_dot(inputs[i], outputs[c]));
    const double weight =
        per_pair * static_cast<double>(partners[i].size()) / static_cast<double>(negatives);
    for (std::size_t n = outputs.size() - negatives; n < outputs.size(); ++n)
      sum -= weight * log_sigmoid(-plain_dot(inputs[i], outputs[n]));
  }
  return sum;
}

class PairBatchSteps : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

  Rows random_rows(std::size_t count, std::size_t dimension, double scale) {
    Rows rows(count, std::vector<double>(dimension));
    std::normal_distribution<float> normal;
    for (auto& row : rows)
      for (double& x : row) x = static_cast<float>(scale) * normal(random_);
    return rows;
  }

  // Each word to the left and right as in text, the last input without any.
  static Partners band(std::size_t inputs, std::size_t near) {
    Partners partners(inputs);
    for (std::size_t i = 0; i + 1 < inputs; ++i)
      for (std::size_t c = 0; c < std::min(near, 2 + i % 7); ++c)
        partners[i].push_back((i + c) % near);
    return partners;
  }

  std::mt19937 random_{1};
};

AlignedRows aligned(const Rows& rows, std::size_t dimension) {
  AlignedRows result(rows.size(), dimension);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t d = 0; d < dimension; ++d) result.row(i)[d] = static_cast<float>(rows[i][d]);
  return result;
}

void fill(PairBatch& batch, const AlignedRows& inputs, const AlignedRows& outputs,
          const Partners& partners) {
  batch.clear();
  for (std::size_t i = 0; i < outputs.rows(); ++i) batch.add_output(outputs.row(i));
  for (std::size_t i = 0; i < inputs.rows(); ++i) {
    batch.add_input(inputs.row(i));
    for (const std::size_t partner : partners[i]) batch.add_partner(partner);
  }
}

// Every number of `rows` in turn is changed a little.
template <class Loss, class Step>
void expect_descent(Rows& rows, const Loss& current_loss, const Step& step, double rate) {
  constexpr double h = 1e-5;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t d = 0; d < rows[r].size(); ++d) {
      const double x = rows[r][d];
      rows[r][d] = x + h;
      const double above = current_loss();
      rows[r][d] = x - h;
      const double below = current_loss();
      rows[r][d] = x;
      ASSERT_NEAR(step(r)[d], -rate * (above - below) / (2 * h), 1e-5) << r << " " << d;
    }
  }
}

TEST_P(PairBatchSteps, DescendTheGradient) {
  constexpr double rate = 0.05, per_pair = 5;
  constexpr std::size_t negatives = 16;
  for (const std::size_t dimension : {1, 16, 37, 100}) {
    PairBatch batch(dimension, 20, negatives);  // used again and again, as in training
    for (const std::size_t count : {1, 5, 16}) {
      const std::size_t near = count + 3;
      Rows inputs = random_rows(count, dimension, 0.5);
      Rows outputs = random_rows(near + negatives, dimension, 0.5);
      const Partners partners = band(count, near);
      const AlignedRows in = aligned(inputs, dimension), out = aligned(outputs, dimension);
      fill(batch, in, out, partners);
      batch.compute_steps(rate, per_pair);
      const auto current = [&] { return loss(inputs, outputs, partners, negatives, per_pair); };
      expect_descent(
          inputs, current, [&](std::size_t i) { return batch.input_step(i); }, rate);
      expect_descent(
          outputs, current, [&](std::size_t i) { return batch.output_step(i); }, rate);
    }
  }
}

TEST_P(PairBatchSteps, DoNotTouchWhatFillsUpARow) {
  const AlignedRows in = aligned(random_rows(3, 5, 1), 5), out = aligned(random_rows(19, 5, 1), 5);
  PairBatch batch(5, 3, 16);
  fill(batch, in, out, {{1, 2}, {0}, {0}});
  batch.compute_steps(1, 5);
  for (std::size_t d = 5; d < in.stride(); ++d) {
    for (std::size_t i = 0; i < in.rows(); ++i) EXPECT_EQ(batch.input_step(i)[d], 0);
    for (std::size_t i = 0; i < out.rows(); ++i) EXPECT_EQ(batch.output_step(i)[d], 0);
  }
}

TEST_P(PairBatchSteps, StayFiniteForScoresOfAnySize) {
  for (const double scale : {1e2, 1e8}) {
    const AlignedRows in = aligned(random_rows(2, 8, scale), 8);
    const AlignedRows out = aligned(random_rows(18, 8, scale), 8);
    PairBatch batch(8, 2, 16);
    fill(batch, in, out, {{1}, {0}});
    batch.compute_steps(1, 5);
    for (std::size_t d = 0; d < 8; ++d) {
      EXPECT_TRUE(std::isfinite(batch.input_step(0)[d]));
      EXPECT_TRUE(std::isfinite(batch.output_step(17)[d]));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OnEachInstructionSet, PairBatchSteps,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

}  // namespace
}  // namespace oovec
