#include "oovec/train/least_squares.h"

#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/random.h"

namespace oovec {
namespace {

using testing::FloatNear;
using testing::Pointwise;
using Numbers = std::vector<double>;

constexpr std::size_t inputs = 4, outputs = 3;

Numbers numbers_of(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Numbers numbers(count);
  for (double& number : numbers) number = 2.0 * random.unit() - 1;
  return numbers;
}

Numbers map_of(const Numbers& map, const Numbers& x) {
  Numbers y(outputs);
  for (std::size_t i = 0; i < outputs; ++i)
    for (std::size_t j = 0; j < inputs; ++j) y[i] += map[i * inputs + j] * x[j];
  return y;
}

std::vector<float> as_floats(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

TEST(LeastSquares, RecoversTheMapThatMadeItsTargets) {
  const Numbers map = numbers_of(outputs * inputs, 1);
  LeastSquares equations(inputs, outputs);
  for (std::uint64_t i = 0; i < 10; ++i) {
    const Numbers x = numbers_of(inputs, 100 + i);
    equations.add(1 + static_cast<double>(i), x, map_of(map, x));
  }
  ASSERT_TRUE(equations.solve().has_value());
  EXPECT_THAT(*equations.solve(), Pointwise(FloatNear(1e-6F), as_floats(map)));
}

TEST(LeastSquares, AnInstanceOfWeightThreeIsThreeInstances) {
  LeastSquares weighted(inputs, outputs), repeated(inputs, outputs), plain(inputs, outputs);
  for (std::uint64_t i = 0; i < 8; ++i) {
    const Numbers x = numbers_of(inputs, 200 + i), y = numbers_of(outputs, 300 + i);
    const int weight = i % 2 == 0 ? 3 : 1;
    weighted.add(weight, x, y);
    for (int copy = 0; copy < weight; ++copy) repeated.add(1, x, y);
    plain.add(1, x, y);
  }
  EXPECT_THAT(*weighted.solve(), Pointwise(FloatNear(1e-5F), *repeated.solve()));
  EXPECT_THAT(*weighted.solve(), testing::Not(Pointwise(FloatNear(1e-2F), *plain.solve())));
}

// One input: m = Σ ω·x·y / (Σ ω·x² + ridge).
TEST(LeastSquares, FollowsTheEquationWithARidge) {
  LeastSquares equations(1, 1);
  equations.add(2, Numbers{3}, Numbers{5});
  equations.add(1, Numbers{-1}, Numbers{4});
  EXPECT_DOUBLE_EQ(equations.gram(0, 0), 19);
  EXPECT_FLOAT_EQ(equations.solve()->front(), 26.0F / 19);
  equations.add_ridge(0, 7);
  EXPECT_FLOAT_EQ(equations.solve()->front(), 1);
}

TEST(LeastSquares, ARidgeIsOfOneColumn) {
  LeastSquares equations(2, 1);
  equations.add(1, Numbers{1, 0}, Numbers{6});
  equations.add(1, Numbers{0, 1}, Numbers{6});
  equations.add_ridge(1, 2);
  EXPECT_THAT(*equations.solve(), Pointwise(FloatNear(1e-6F), {6.0F, 2.0F}));
}

TEST(LeastSquares, SaysNothingWhereTooLittleIsKnown) {
  LeastSquares equations(inputs, outputs);
  EXPECT_FALSE(equations.solve().has_value());
  for (std::uint64_t i = 0; i + 1 < inputs; ++i)
    equations.add(1, numbers_of(inputs, i), numbers_of(outputs, i));
  EXPECT_FALSE(equations.solve().has_value());
  for (std::size_t i = 0; i < inputs; ++i) equations.add_ridge(i, 1e-3);
  EXPECT_TRUE(equations.solve().has_value());
}

TEST(LeastSquares, PartsAddUpToTheWhole) {
  LeastSquares whole(inputs, outputs), first(inputs, outputs), second(inputs, outputs);
  for (std::uint64_t i = 0; i < 12; ++i) {
    const Numbers x = numbers_of(inputs, i), y = numbers_of(outputs, 50 + i);
    whole.add(1, x, y);
    (i < 5 ? first : second).add(1, x, y);
  }
  first.add(second);
  EXPECT_THAT(*first.solve(), Pointwise(FloatNear(1e-5F), *whole.solve()));
}

class AddUpEquationsTest : public testing::Test {
 protected:
  static constexpr std::size_t instances = 5000;

  static void add(std::size_t i, LeastSquares& equations) {
    equations.add(1 + static_cast<double>(i % 3), numbers_of(inputs, i),
                  numbers_of(outputs, instances + i));
  }
  static LeastSquares added_up(int threads, std::size_t count = instances) {
    return add_up_equations(threads, count, inputs, outputs,
                            [](std::size_t begin, std::size_t end, LeastSquares& part) {
                              for (std::size_t i = begin; i < end; ++i) add(i, part);
                            });
  }
};

TEST_F(AddUpEquationsTest, EveryInstanceIsAddedOnce) {
  for (const std::size_t count : {std::size_t{10}, std::size_t{1024}, instances}) {
    LeastSquares expected(inputs, outputs);
    for (std::size_t i = 0; i < count; ++i) add(i, expected);
    const LeastSquares found = added_up(2, count);
    for (std::size_t i = 0; i < inputs; ++i)
      for (std::size_t j = 0; j < inputs; ++j)
        EXPECT_NEAR(found.gram(i, j), expected.gram(i, j), 1e-9 * static_cast<double>(count));
    EXPECT_THAT(*found.solve(), Pointwise(FloatNear(1e-6F), *expected.solve()));
  }
}

TEST_F(AddUpEquationsTest, TheBitsAreTheSameForAnyNumberOfThreads) {
  const LeastSquares expected = added_up(1);
  for (const int threads : {2, 7}) {
    const LeastSquares found = added_up(threads);
    for (std::size_t i = 0; i < inputs; ++i)
      for (std::size_t j = 0; j < inputs; ++j) EXPECT_EQ(found.gram(i, j), expected.gram(i, j));
    EXPECT_EQ(found.solve(), expected.solve());
  }
}

TEST_F(AddUpEquationsTest, NothingAddsUpToNothing) {
  EXPECT_EQ(added_up(2, 0).gram(0, 0), 0);
  EXPECT_FALSE(added_up(2, 0).solve().has_value());
}

}  // namespace
}  // namespace oovec
