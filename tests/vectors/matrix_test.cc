#include "oovec/vectors/matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace oovec {
namespace {

using testing::ElementsAre;

TEST(Matrix, IsEmptyAtFirst) {
  const Matrix matrix(3);
  EXPECT_EQ(matrix.rows(), 0U);
  EXPECT_EQ(matrix.columns(), 3U);
  EXPECT_TRUE(matrix.values().empty());
}

TEST(Matrix, WithoutColumnsHasNoRows) { EXPECT_EQ(Matrix(0).rows(), 0U); }

TEST(Matrix, TakesOneRowOrSeveral) {
  Matrix matrix(2);
  matrix.append(std::array{1.0F, 2.0F});
  matrix.append(std::array{3.0F, 4.0F, 5.0F, 6.0F});
  matrix.append({});
  EXPECT_EQ(matrix.rows(), 3U);
  EXPECT_THAT(matrix.values(), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Matrix, KeepsItsRowsWhileItGrows) {
  Matrix matrix(1);
  constexpr int rows = 100'000;
  for (int i = 0; i < rows; ++i) matrix.append(std::array{static_cast<float>(i)});
  ASSERT_EQ(matrix.rows(), static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i)
    ASSERT_EQ(matrix.values()[static_cast<std::size_t>(i)], static_cast<float>(i));
}

TEST(Matrix, KeepsItsRowsWhenRoomIsMadeForMore) {
  Matrix matrix(3);
  matrix.append(std::vector<float>{1, 2, 3});
  matrix.reserve_rows(1'000'000, 2);
  matrix.append(std::vector<float>{4, 5, 6});
  matrix.reserve_rows(1, 2);
  EXPECT_THAT(matrix.values(), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Matrix, KeepsItsRowsWhenShrunk) {
  Matrix matrix(1);
  for (int i = 0; i < 5; ++i) matrix.append(std::array{static_cast<float>(i)});
  matrix.shrink_to_fit();
  matrix.append(std::array{5.0F});
  EXPECT_THAT(matrix.values(), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(Matrix, WithoutRowsCanBeShrunk) {
  Matrix matrix(4);
  matrix.shrink_to_fit();
  EXPECT_EQ(matrix.rows(), 0U);
}

TEST(Matrix, LetsItsValuesBeChanged) {
  Matrix matrix(2);
  matrix.append(std::array{1.0F, 2.0F});
  matrix.values()[1] = 7;
  EXPECT_THAT(matrix.values(), ElementsAre(1, 7));
}

TEST(Matrix, CanBeMoved) {
  Matrix matrix(2);
  matrix.append(std::array{1.0F, 2.0F});
  const Matrix moved = std::move(matrix);
  EXPECT_EQ(moved.rows(), 1U);
  EXPECT_THAT(moved.values(), ElementsAre(1, 2));
}

}  // namespace
}  // namespace oovec
