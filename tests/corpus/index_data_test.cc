#include "oovec/corpus/index_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oovec {
namespace {

using ::testing::ElementsAre;

TEST(IndexToken, IsStoredAsItsRowPlusOne) {
  EXPECT_EQ(IndexToken::of_row(0).code(), 1);
  EXPECT_EQ(IndexToken::of_row(7).code(), 8);
  EXPECT_EQ(IndexToken::of_code(8), IndexToken::of_row(7));
  EXPECT_EQ(IndexToken::of_code(8).row(), 7);
  EXPECT_TRUE(IndexToken::of_row(0).has_vector());
}

TEST(IndexToken, IsZeroWithoutAVector) {
  EXPECT_EQ(IndexToken().code(), 0);
  EXPECT_FALSE(IndexToken::of_code(0).has_vector());
}

TEST(IndexToken, RowsAreThoseOfTokensWithVectors) {
  std::vector<std::uint32_t> rows = {5};
  append_rows(std::vector{IndexToken::of_row(3), IndexToken(), IndexToken::of_row(0)}, rows);
  EXPECT_THAT(rows, ElementsAre(5, 3, 0));
}

}  // namespace
}  // namespace oovec
