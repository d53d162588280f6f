#include "oovec/train/ranking_loss.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/models.h"

namespace oovec {
namespace {

using Exact = std::vector<double>;

double exact_cosine(const Exact& a, std::span<const float> b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += a[i] * static_cast<double>(b[i]);
    aa += a[i] * a[i];
    bb += static_cast<double>(b[i]) * static_cast<double>(b[i]);
  }
  return ab / std::sqrt(aa * bb);
}

class RankingLossTest : public testing::Test {
 protected:
  static constexpr std::size_t k = 7, count = 20;

  std::span<const float> vector(std::size_t row) const {
    return std::span(vectors_).subspan(row * k, k);
  }

  // The definition, in double.
  double plain(const Exact& v, std::uint32_t row, std::span<const float> truth) const {
    const double own = std::exp(exact_cosine(v, truth) / 0.05);
    double all = own;
    for (std::uint32_t other = 0; other < count; ++other)
      if (other != row) all += std::exp(exact_cosine(v, vector(other)) / 0.05);
    return -std::log(own / all);
  }

  RankingLoss make_loss() const {
    RankingLoss loss;
    for (std::uint32_t row = 0; row < count; ++row) loss.add_rival(row, vector(row));
    return loss;
  }

  const std::vector<float> vectors_ = arbitrary_numbers(k * count, 1);
  const std::vector<float> inferred_ = arbitrary_numbers(k * count, 2);
};

TEST_F(RankingLossTest, ValueAndGradientAreThoseOfTheDefinition) {
  constexpr double step = 1e-6;
  const RankingLoss loss = make_loss();
  for (std::uint32_t row = 0; row < count + 3; ++row) {  // the last ones are no rivals
    const std::span<const float> v = std::span(inferred_).subspan(row % count * k, k);
    const std::span<const float> truth = vector(row % count);
    Exact at(v.begin(), v.end());
    std::vector<float> gradient(k, 5);
    EXPECT_NEAR(loss.of(v, row, truth, gradient), plain(at, row, truth), 1e-4) << row;
    for (std::size_t i = 0; i < k; ++i) {
      Exact above = at, below = at;
      above[i] += step;
      below[i] -= step;
      const double difference = (plain(above, row, truth) - plain(below, row, truth)) / (2 * step);
      EXPECT_NEAR(gradient[i], difference, 1e-3 * (1 + std::abs(difference))) << row << ' ' << i;
    }
  }
}

TEST_F(RankingLossTest, WhatHasNoDirectionHasNoLoss) {
  const RankingLoss loss = make_loss();
  const std::vector<float> zeros(k);
  std::vector<float> gradient(k, 5);
  EXPECT_EQ(loss.of(zeros, 1, vector(1), gradient), 0);
  EXPECT_EQ(gradient, zeros);
  gradient.assign(k, 5);
  EXPECT_EQ(loss.of(vector(2), 1, zeros, gradient), 0);
  EXPECT_EQ(gradient, zeros);
}

TEST_F(RankingLossTest, RivalsWithoutADirectionAreLeftOut) {
  RankingLoss loss = make_loss();
  std::vector<float> gradient(k), with_zeros(k);
  const double before = loss.of(vector(2), 1, vector(1), gradient);
  loss.add_rival(77, std::vector<float>(k));
  EXPECT_EQ(loss.of(vector(2), 1, vector(1), with_zeros), before);
  EXPECT_EQ(gradient, with_zeros);
}

}  // namespace
}  // namespace oovec
