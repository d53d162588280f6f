#include "oovec/base/minimize.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "oovec/base/cholesky.h"
#include "oovec/base/random.h"

namespace oovec {
namespace {

using testing::DoubleNear;
using testing::Pointwise;
using Point = std::vector<double>;

// (1 − x)² + 100·(y − x²)²: a curved valley, along which plain descent crawls.
double rosenbrock(std::span<const double> at, std::span<double> gradient) {
  const double across = at[1] - at[0] * at[0];
  gradient[0] = -2 * (1 - at[0]) - 400 * at[0] * across;
  gradient[1] = 200 * across;
  return (1 - at[0]) * (1 - at[0]) + 100 * across * across;
}

double value_at(const SmoothFunction& function, const Point& at) {
  Point gradient(at.size());
  return function(at, gradient);
}

TEST(Minimize, FindsTheEndOfACurvedValley) {
  for (const Point& start : {Point{-1.2, 1}, Point{3, -4}, Point{0, 0}})
    EXPECT_THAT(minimize(rosenbrock, start), Pointwise(DoubleNear(1e-3), Point{1, 1}));
}

// ½·xᵀMx − bᵀx is least where M·x = b.
TEST(Minimize, FindsWhatSolvesTheEquationsOfAQuadratic) {
  const Point m = {4, 1, -1, 1, 3, 0.5, -1, 0.5, 50};
  const Point b = {1, -2, 3};
  const SmoothFunction quadratic = [&](std::span<const double> x, std::span<double> gradient) {
    double value = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      gradient[i] = -b[i];
      for (std::size_t j = 0; j < 3; ++j) gradient[i] += m[i * 3 + j] * x[j];
      value += 0.5 * x[i] * (gradient[i] - b[i]);
    }
    return value;
  };
  Point used = m, exact = b;
  ASSERT_TRUE(solve_positive_definite(3, used, exact));
  for (const Point& start : {Point{0, 0, 0}, Point{10, -20, 30}, exact})
    EXPECT_THAT(minimize(quadratic, start), Pointwise(DoubleNear(2e-3), exact));
}

TEST(Minimize, IsNeverWorseThanTheStart) {
  EXPECT_TRUE(rc::check("waves in any direction, from anywhere", [] {
    const std::size_t size = *rc::gen::inRange<std::size_t>(1, 5);
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    Point frequencies(size), start(size);
    for (double& frequency : frequencies) frequency = 20.0 * random.unit();
    for (double& value : start) value = 10.0 * random.unit() - 5;
    const SmoothFunction waves = [&](std::span<const double> x, std::span<double> gradient) {
      double value = 0;
      for (std::size_t i = 0; i < size; ++i) {
        value += std::sin(frequencies[i] * x[i]);
        gradient[i] = frequencies[i] * std::cos(frequencies[i] * x[i]);
      }
      return value;
    };
    RC_ASSERT(value_at(waves, minimize(waves, start)) <= value_at(waves, start));
  }));
}

TEST(Minimize, AWrongGradientLeavesTheStart) {
  const SmoothFunction uphill = [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = -1;
    return x[0];
  };
  EXPECT_EQ(minimize(uphill, {2}), Point{2});
}

TEST(Minimize, WhereAFunctionIsFlatTheStartIsAsGoodAsAny) {
  const SmoothFunction flat = [](std::span<const double>, std::span<double> gradient) {
    std::fill(gradient.begin(), gradient.end(), 0.0);
    return 7.0;
  };
  EXPECT_EQ(minimize(flat, {1, 2}), (Point{1, 2}));
}

// x − ln x, which is nowhere for x ≤ 0; a first step of 2 from 0.1 on would be beyond.
TEST(Minimize, StaysWhereTheFunctionIsDefined) {
  const SmoothFunction barrier = [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = 1 - 1 / x[0];
    return x[0] > 0 ? x[0] - std::log(x[0]) : std::numeric_limits<double>::quiet_NaN();
  };
  for (const double start : {0.1, 40.0}) EXPECT_NEAR(minimize(barrier, {start})[0], 1, 1e-2);
}

TEST(Minimize, EndsWhereThereIsNoMinimum) {
  std::size_t calls = 0;
  const SmoothFunction slope = [&](std::span<const double> x, std::span<double> gradient) {
    ++calls;
    gradient[0] = 1e-3;
    return 1e-3 * x[0];
  };
  EXPECT_LT(minimize(slope, {0}, 20)[0], 0);
  EXPECT_LE(calls, 21U);
}

// Σ i·(xᵢ − 1/i)² / 2, one variable being known a hundred times as well as another.
double long_bowl(std::span<const double> x, std::span<double> gradient) {
  double value = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double curvature = static_cast<double>(i % 100 + 1);
    const double off = x[i] - 1 / curvature;
    gradient[i] = curvature * off;
    value += curvature * off * off / 2;
  }
  return value;
}

TEST(MinimizeMany, FindsTheMinimumOfThousandsOfVariables) {
  const Point found = minimize_many(long_bowl, Point(5000), 100);
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(found[i], 1 / static_cast<double>(i % 100 + 1), 0.02) << i;
}

TEST(MinimizeMany, FindsTheEndOfACurvedValley) {
  for (const Point& start : {Point{-1.2, 1}, Point{3, -4}, Point{0, 0}})
    EXPECT_THAT(minimize_many(rosenbrock, start, 200), Pointwise(DoubleNear(1e-2), Point{1, 1}));
}

TEST(MinimizeMany, EveryStepGains) {
  double before = value_at(long_bowl, Point(300));
  for (std::size_t steps = 1; steps < 20; ++steps) {
    const double after = value_at(long_bowl, minimize_many(long_bowl, Point(300), steps));
    EXPECT_LT(after, before) << steps;
    before = after;
  }
}

TEST(MinimizeMany, WithoutStepsTheStartIsLeft) {
  EXPECT_EQ(minimize_many(rosenbrock, {3, -4}, 0), (Point{3, -4}));
}

}  // namespace
}  // namespace oovec
