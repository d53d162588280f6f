// Every kernel against a plain loop, on every instruction set this machine has.
#include "oovec/base/kernels.h"

#include <gtest/gtest.h>

#include <hwy/targets.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace oovec {
namespace {

constexpr double epsilon = std::numeric_limits<float>::epsilon();

// Floats on the heap that end exactly where they claim to, behind `offset` others, so that they are
// not aligned and AddressSanitizer sees a step beyond either end.
class Floats {
 public:
  Floats(std::size_t size, std::size_t offset)
      : block_(std::make_unique<float[]>(size + offset)), values_(block_.get() + offset, size) {}

  std::span<float> span() const { return values_; }
  float& operator[](std::size_t i) const { return values_[i]; }
  std::vector<float> copy() const { return {values_.begin(), values_.end()}; }

 private:
  std::unique_ptr<float[]> block_;
  std::span<float> values_;
};

class Kernels : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

  // Integers so small that every sum of products below is exact in float.
  Floats integers(std::size_t size) {
    return filled(
        size, [&] { return static_cast<float>(std::uniform_int_distribution(-8, 8)(random_)); });
  }

  Floats reals(std::size_t size) {
    return filled(size, [&] { return std::normal_distribution<float>()(random_); });
  }

 private:
  template <class Draw>
  Floats filled(std::size_t size, const Draw& draw) {
    Floats floats(size, ++offset_ % 4);
    for (float& value : floats.span()) value = draw();
    return floats;
  }

  std::mt19937 random_{1};
  std::size_t offset_ = 0;
};

std::vector<std::size_t> lengths() {
  std::vector<std::size_t> lengths(131);
  for (std::size_t n = 0; n < lengths.size(); ++n) lengths[n] = n;
  lengths.insert(lengths.end(), {300, 1000, 4099});
  return lengths;
}

TEST_P(Kernels, DotIsExactOnSmallIntegers) {
  for (const std::size_t n : lengths()) {
    const Floats a = integers(n), b = integers(n);
    float expected = 0;
    for (std::size_t i = 0; i < n; ++i) expected += a[i] * b[i];
    EXPECT_EQ(dot(a.span(), b.span()), expected) << n;
  }
}

TEST_P(Kernels, DotIsWithinItsRoundingErrors) {
  for (const std::size_t n : lengths()) {
    const Floats a = reals(n), b = reals(n);
    double expected = 0, magnitude = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double product = static_cast<double>(a[i]) * static_cast<double>(b[i]);
      expected += product;
      magnitude += std::abs(product);
    }
    // One rounding per product and per addition a term goes through: lanes make these few.
    const double additions = 20 + static_cast<double>(n) / 4;
    EXPECT_NEAR(dot(a.span(), b.span()), expected, additions * epsilon / 2 * magnitude) << n;
  }
}

TEST_P(Kernels, SquaredNormIsTheDotWithItself) {
  for (const std::size_t n : lengths()) {
    const Floats a = integers(n);
    float expected = 0;
    for (const float value : a.span()) expected += value * value;
    EXPECT_EQ(squared_norm(a.span()), expected) << n;
  }
}

TEST_P(Kernels, CosineDoesNotDependOnScale) {
  const std::vector<float> a = {3, 4, 0}, b = {4, 3, 0};
  for (const float scale : {1e-40F, 1e-30F, 1e-20F, 1.0F, 1e20F, 1e30F, 8e37F}) {
    std::vector<float> scaled = a;
    for (float& x : scaled) x *= scale;
    ASSERT_TRUE(cosine(scaled, b)) << scale;
    EXPECT_NEAR(*cosine(scaled, b), 0.96, scale < 1e-37F ? 1e-3 : 1e-6) << scale;
    EXPECT_NEAR(*cosine(scaled, scaled), 1, 1e-6) << scale;
  }
  EXPECT_FALSE(cosine(a, std::vector<float>(3)));
  EXPECT_FALSE(cosine(a, std::vector<float>{1, std::numeric_limits<float>::infinity(), 0}));
}

TEST_P(Kernels, AxpyIsExactOnSmallIntegers) {
  for (const std::size_t n : lengths()) {
    const Floats x = integers(n), y = integers(n);
    std::vector<float> expected = y.copy();
    for (std::size_t i = 0; i < n; ++i) expected[i] += -3 * x[i];
    axpy(-3, x.span(), y.span());
    EXPECT_EQ(y.copy(), expected) << n;
  }
}

TEST_P(Kernels, AxpyIsWithinItsRoundingErrors) {
  for (const std::size_t n : lengths()) {
    const Floats x = reals(n), y = reals(n);
    const std::vector<float> before = y.copy();
    axpy(0.3F, x.span(), y.span());
    for (std::size_t i = 0; i < n; ++i) {
      const double product = static_cast<double>(0.3F) * static_cast<double>(x[i]);
      EXPECT_NEAR(y[i], product + before[i], epsilon * (std::abs(product) + std::abs(before[i])));
    }
  }
}

TEST_P(Kernels, ScaledAddIsExactOnSmallIntegers) {
  for (const std::size_t n : lengths()) {
    const Floats x = integers(n), y = integers(n);
    std::vector<float> expected = y.copy();
    for (std::size_t i = 0; i < n; ++i) expected[i] = 5 * x[i] + -2 * expected[i];
    scaled_add(5, x.span(), -2, y.span());
    EXPECT_EQ(y.copy(), expected) << n;
  }
}

TEST_P(Kernels, ScaledAddIsWithinItsRoundingErrors) {
  for (const std::size_t n : lengths()) {
    const Floats x = reals(n), y = reals(n);
    const std::vector<float> before = y.copy();
    scaled_add(0.1F, x.span(), 0.9F, y.span());
    for (std::size_t i = 0; i < n; ++i) {
      const double added = static_cast<double>(0.1F) * static_cast<double>(x[i]);
      const double kept = static_cast<double>(0.9F) * static_cast<double>(before[i]);
      EXPECT_NEAR(y[i], added + kept, 1.5 * epsilon * (std::abs(added) + std::abs(kept)));
    }
  }
}

TEST_P(Kernels, MultiplyIsExactOnSmallIntegers) {
  for (const std::size_t n : {0, 1, 3, 4, 7, 16, 50, 100, 131}) {
    for (const std::size_t rows : {0, 1, 4, 6, 100}) {
      const Floats matrix = integers(rows * n), x = integers(n), y = reals(rows);
      std::vector<float> expected(rows);
      for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t i = 0; i < n; ++i) expected[r] += matrix[r * n + i] * x[i];
      multiply(matrix.span(), x.span(), y.span());
      EXPECT_EQ(y.copy(), expected) << rows << " rows, " << n << " columns";
    }
  }
}

TEST_P(Kernels, AddOuterProductIsExactOnSmallIntegers) {
  for (const std::size_t n : {0, 1, 3, 4, 7, 16, 50, 100, 131}) {
    const Floats x = integers(6), y = integers(n), matrix = integers(6 * n);
    std::vector<float> expected = matrix.copy();
    for (std::size_t r = 0; r < 6; ++r)
      for (std::size_t i = 0; i < n; ++i) expected[r * n + i] += -2 * x[r] * y[i];
    add_outer_product(-2, x.span(), y.span(), matrix.span());
    EXPECT_EQ(matrix.copy(), expected) << n;
  }
}

// Rows are added in their order, so the sum has the bits of the plain loop, whatever the values.
TEST_P(Kernels, AddRowsEqualsAddingThemOneByOne) {
  constexpr std::size_t matrix_rows = 7;
  for (const std::size_t n : lengths()) {
    const Floats matrix = reals(matrix_rows * n), sum = reals(n);
    for (std::size_t count = 0; count < 10; ++count) {
      std::vector<std::uint32_t> rows;
      std::vector<const float*> pointers;
      for (std::size_t r = 0; r < count; ++r) {
        rows.push_back(static_cast<std::uint32_t>(matrix_rows - 1 - r * r % matrix_rows));
        pointers.push_back(matrix.span().data() + rows.back() * n);
      }
      std::vector<float> expected = sum.copy();
      for (const std::uint32_t row : rows)
        for (std::size_t i = 0; i < n; ++i) expected[i] += matrix[row * n + i];
      std::vector<float> same = sum.copy();
      add_all(pointers, same);
      EXPECT_EQ(same, expected) << n << " columns, " << count << " rows";
      add_rows(matrix.span().data(), rows, sum.span());
      EXPECT_EQ(sum.copy(), expected) << n << " columns, " << count << " rows";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OnEachInstructionSet, Kernels,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

}  // namespace
}  // namespace oovec
