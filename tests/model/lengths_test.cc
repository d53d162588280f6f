#include "oovec/model/lengths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "oovec/base/kernels.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::FloatEq;

// Row i has this length.
Embeddings of_lengths(const std::vector<float>& lengths) {
  Vocabulary words;
  Matrix matrix(2);
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    words.insert(std::to_string(i));
    matrix.append(std::vector<float>{0, lengths[i]});
  }
  return {std::move(words), std::move(matrix)};
}

TEST(TypicalLength, IsTheMedianOfAFewVectors) {
  EXPECT_EQ(typical_length(of_lengths({1, 9, 2})), 2);
  EXPECT_EQ(typical_length(of_lengths({1, 4, 2, 9})), 3);
}

TEST(TypicalLength, LeavesOutVectorsOfZeros) {
  EXPECT_EQ(typical_length(of_lengths({0, 0, 5, 0, 3})), 4);
  EXPECT_EQ(typical_length(of_lengths({0, 0})), 0);
}

TEST(TypicalLength, IsThatOfWordsOfTheRankOfNewWords) {
  std::vector<float> lengths(12000, 1);  // the rank is 2,000
  for (std::size_t row = 2000 - 256; row < 2000 + 256; ++row) lengths[row] = 7;
  EXPECT_EQ(typical_length(of_lengths(lengths)), 7);
  EXPECT_EQ(new_word_rank(12000), 2000U);
  EXPECT_EQ(new_word_rank(3'000'000), 20'000U);
}

TEST(SetLength, ScalesTheVector) {
  std::vector<float> vector = {3, 4};
  set_length(10, vector);
  EXPECT_THAT(vector, ElementsAre(6, 8));
}

TEST(SetLength, ScalesWhatFloatsCannotSquare) {
  std::vector<float> large = {3e30F, 4e30F}, small = {3e-38F, 4e-38F};
  set_length(10, large);
  set_length(10, small);
  EXPECT_THAT(large, ElementsAre(FloatEq(6), FloatEq(8)));
  EXPECT_NEAR(length_of(small), 10, 1e-4);
}

TEST(SetLength, LeavesWhatHasNoDirectionAsItIs) {
  std::vector<float> zeros = {0, 0}, none;
  set_length(10, zeros);
  set_length(10, none);
  EXPECT_THAT(zeros, ElementsAre(0, 0));
  std::vector<float> infinite = {std::numeric_limits<float>::infinity(), 1};
  set_length(10, infinite);
  EXPECT_EQ(infinite[1], 1);
}

TEST(SetLength, OfNoKnownLengthChangesNothing) {
  std::vector<float> vector = {3, 4};
  set_length(0, vector);
  EXPECT_THAT(vector, ElementsAre(3, 4));
}

TEST(DescribeLengths, TellsTheMiddleNineTenths) {
  std::vector<double> lengths;
  for (int i = 100; i >= 0; --i) lengths.push_back(i);
  EXPECT_EQ(describe_lengths(lengths), (Lengths{5, 50, 95}));
  EXPECT_EQ(describe_lengths({}), std::nullopt);
}

TEST(Lengths, StepsReachVectorsOfUsualLengths) {
  for (const float length : {1e-5F, 1.0F, 1e5F, 0.0F})
    EXPECT_NO_THROW(check_length_for_steps(make_embeddings({"a", "b"}, 1, {length, length})));
  for (const float length : {1e-30F, 1e-7F, 1e7F, 1e30F})
    EXPECT_THAT(error_of([&] {
                  check_length_for_steps(make_embeddings({"a", "b"}, 1, {length, length}));
                }).what(),
                testing::HasSubstr("multiply all vectors by a constant"));
}

}  // namespace
}  // namespace oovec
