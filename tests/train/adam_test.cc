#include "oovec/train/adam.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "oovec/base/random.h"

namespace oovec {
namespace {

// Adam as the paper writes it, in double, over a whole table.
class PlainAdam {
 public:
  PlainAdam(const AdamOptions& options, std::size_t size)
      : parameters(size), options_(options), mean_(size), square_(size) {}

  void step(std::span<const double> gradient) {
    ++t_;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      mean_[i] = options_.beta1 * mean_[i] + (1 - options_.beta1) * gradient[i];
      square_[i] = options_.beta2 * square_[i] + (1 - options_.beta2) * gradient[i] * gradient[i];
      const double mean = mean_[i] / (1 - std::pow(options_.beta1, t_));
      const double square = square_[i] / (1 - std::pow(options_.beta2, t_));
      parameters[i] -= options_.rate * mean / (std::sqrt(square) + options_.epsilon);
    }
  }

  std::vector<double> parameters;

 private:
  AdamOptions options_;
  std::vector<double> mean_, square_;
  double t_ = 0;
};

// Gradients of the size that training has, for a few rows, row 0 much more often than the rest.
class SparseGradients {
 public:
  SparseGradients(std::size_t rows, std::size_t columns, float size)
      : rows_(rows), columns_(columns), size_(size) {}

  std::set<std::size_t> rows() {
    std::set<std::size_t> rows;
    for (int i = 0; i < 3; ++i) rows.insert(random_.below(random_.below(rows_) + 1));
    return rows;
  }
  std::vector<float> gradient() {
    std::vector<float> gradient(columns_);
    for (float& g : gradient) g = size_ * (2 * random_.unit() - 1);
    return gradient;
  }

 private:
  std::size_t rows_, columns_;
  float size_;
  Random random_{7};
};

double largest_difference(std::span<const float> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// Runs both for many steps and returns how far they get apart, relative to how far rows move.
double difference_after(std::uint64_t steps, float gradient_size) {
  constexpr std::size_t rows = 200, columns = 5;
  const AdamOptions options;
  RowAdam sparse(options, rows, columns, steps);
  PlainAdam dense(options, rows * columns);
  SparseGradients gradients(rows, columns, gradient_size);
  for (std::uint64_t t = 1; t <= steps; ++t) {
    std::vector<double> dense_gradient(rows * columns);
    sparse.begin_step(t);
    for (const std::size_t row : gradients.rows()) {
      const std::vector<float> gradient = gradients.gradient();
      std::copy(gradient.begin(), gradient.end(), dense_gradient.begin() + row * columns);
      sparse.read(row);
      sparse.write(row, gradient);
    }
    dense.step(dense_gradient);
  }
  sparse.finish(steps);
  const auto [low, high] = std::minmax_element(dense.parameters.begin(), dense.parameters.end());
  return largest_difference(sparse.parameters(), dense.parameters) / (*high - *low);
}

TEST(RowAdam, EqualsDenseAdamOverThousandsOfSteps) {
  EXPECT_LT(difference_after(1, 1e-3F), 1e-6);
  EXPECT_LT(difference_after(10, 1e-3F), 1e-6);
  EXPECT_LT(difference_after(100, 1e-3F), 1e-6);
  EXPECT_LT(difference_after(5000, 1e-3F), 1e-5);
}

// Gradients near ε, where one ε for all skipped steps is an approximation.
TEST(RowAdam, EqualsDenseAdamForTinyGradients) {
  EXPECT_LT(difference_after(3000, 1e-6F), 1e-4);
  EXPECT_LT(difference_after(3000, 1e-8F), 1e-3);
}

TEST(RowAdam, RowsReadAreThoseOfDenseAdamAtThatStep) {
  const AdamOptions options;
  RowAdam sparse(options, 1, 1, 100);
  PlainAdam dense(options, 1);
  for (std::uint64_t t = 1; t <= 100; ++t) {
    const double gradient = t % 9 == 1 ? 0.5 : 0;
    sparse.begin_step(t);
    if (gradient != 0 || t % 7 == 0) {
      EXPECT_NEAR(sparse.read(0)[0], dense.parameters[0], 1e-6) << t;
    }
    if (gradient != 0) sparse.write(0, std::vector<float>{0.5F});
    dense.step(std::vector<double>{gradient});
  }
}

TEST(RowAdam, RowsNeverTouchedStay) {
  RowAdam sparse({}, 2, 3, 1000);
  std::fill(sparse.parameters().begin(), sparse.parameters().end(), 0.25F);
  sparse.begin_step(1);
  sparse.read(0);
  sparse.write(0, std::vector<float>{1, 2, 3});
  sparse.finish(1000);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NE(sparse.parameters()[i], 0.25F);
  for (std::size_t i = 3; i < 6; ++i) EXPECT_EQ(sparse.parameters()[i], 0.25F);
}

TEST(RowAdam, SurvivesGapsOfMillionsOfSteps) {
  constexpr std::uint64_t steps = 3'000'000;
  RowAdam sparse({}, 1, 1, steps);
  sparse.begin_step(1);
  sparse.write(0, std::vector<float>{1});
  sparse.begin_step(steps);
  const float moved = sparse.read(0)[0];
  EXPECT_TRUE(std::isfinite(moved));
  EXPECT_LT(moved, -0.01F);
  sparse.write(0, std::vector<float>{1});
  EXPECT_TRUE(std::isfinite(sparse.parameters()[0]));
}

TEST(Adam, EqualsThePapersFormula) {
  const AdamOptions options{0.1, 0.9, 0.999, 1e-8};
  Adam adam(options, 7);
  PlainAdam plain(options, 7);
  std::vector<float> parameters(7);
  SparseGradients gradients(1, 7, 1);
  for (std::uint64_t t = 1; t <= 500; ++t) {
    const std::vector<float> gradient = gradients.gradient();
    adam.step(t, gradient, parameters);
    plain.step(std::vector<double>(gradient.begin(), gradient.end()));
  }
  EXPECT_LT(largest_difference(parameters, plain.parameters), 1e-5);
}

}  // namespace
}  // namespace oovec
