#include "oovec/base/cholesky.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "oovec/base/random.h"

namespace oovec {
namespace {

using testing::DoubleNear;
using testing::Pointwise;
using Numbers = std::vector<double>;

Numbers arbitrary_numbers(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Numbers numbers(count);
  for (double& number : numbers) number = 2 * random.unit() - 1;
  return numbers;
}

// XᵀX of `rows` rows.
Numbers gram(const Numbers& x, std::size_t size) {
  Numbers matrix(size * size);
  for (std::size_t row = 0; row < x.size(); row += size)
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) matrix[i * size + j] += x[row + i] * x[row + j];
  return matrix;
}

TEST(Cholesky, SolvesByHand) {
  Numbers matrix = {4, 2, 2, 5};
  Numbers right = {8, 8, 0, 4};
  ASSERT_TRUE(solve_positive_definite(2, matrix, right));
  EXPECT_THAT(right, Pointwise(DoubleNear(1e-12), Numbers{1.5, 1, -0.5, 1}));
}

TEST(Cholesky, SolvesForAnyNumberOfRightSides) {
  for (const std::size_t size : {1, 2, 7, 40}) {
    const Numbers matrix = gram(arbitrary_numbers(3 * size * size, size), size);
    const Numbers expected = arbitrary_numbers(2 * size, size + 100);
    Numbers right(expected.size());
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j)
          right[side * size + i] += matrix[i * size + j] * expected[side * size + j];
    Numbers used = matrix;
    ASSERT_TRUE(solve_positive_definite(size, used, right));
    EXPECT_THAT(right, Pointwise(DoubleNear(1e-8), expected)) << size;
  }
}

TEST(Cholesky, RefusesAMatrixThatIsNotPositiveDefinite) {
  const std::size_t size = 5;
  Numbers of_too_few = gram(arbitrary_numbers(4 * size, 1), size);
  Numbers right(size, 1);
  EXPECT_FALSE(solve_positive_definite(size, of_too_few, right));
  Numbers zeros(size * size);
  EXPECT_FALSE(solve_positive_definite(size, zeros, right));
  Numbers negative = {1, 2, 2, 1};
  EXPECT_FALSE(solve_positive_definite(2, negative, right));
}

}  // namespace
}  // namespace oovec
