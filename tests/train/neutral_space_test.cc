#include "oovec/train/neutral_space.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "oovec/base/random.h"
#include "tests/support/error_of.h"

namespace oovec {
namespace {

using testing::HasSubstr;
using Rows = std::vector<std::uint32_t>;

Rows rows_below(std::size_t count) {
  Rows rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

Embeddings embeddings_of(std::size_t dimension, const std::vector<float>& values) {
  Vocabulary vocabulary;
  for (std::size_t i = 0; i < values.size() / dimension; ++i) vocabulary.insert(std::to_string(i));
  Matrix matrix(dimension);
  matrix.append(values);
  return {std::move(vocabulary), std::move(matrix)};
}

// Words whose vectors become shorter and drift away with their rank, which is not their order.
struct DriftingWords {
  static constexpr std::size_t k = 5;
  std::size_t size;
  Rows ranks = rows_below(size);
  Rows words;  // one in ten is held out
  std::vector<float> values;

  explicit DriftingWords(std::size_t count, float scale = 1) : size(count) {
    Random random(1);
    shuffle<std::uint32_t>(ranks, random);
    for (std::uint32_t row = 0; row < size; ++row) {
      if (row % 10 != 0) words.push_back(row);
      const float progress = std::log(1 + static_cast<float>(ranks[row]));
      for (std::size_t i = 0; i < k; ++i)
        values.push_back(scale *
                         ((i == 0 ? progress : 1) + (15 - progress) * (random.unit() - 0.5F)));
    }
  }
  Embeddings vectors() const { return embeddings_of(k, values); }
};

// The definition in neutral_space.h, word for word.
struct PlainSpace {
  static constexpr std::size_t k = DriftingWords::k;
  const DriftingWords& of;
  std::vector<double> ranks;
  std::vector<std::vector<double>> numbers;  // at each rank: μ, then σ

  explicit PlainSpace(const DriftingWords& drifting) : of(drifting) {
    const double first = std::min(300.0, static_cast<double>(of.size) / 10);
    const double last = static_cast<double>(of.size) - 1;
    for (int i = 0; i < 24; ++i) {
      const double rank =
          std::round(std::exp(std::lerp(std::log(first), std::log(last), i / 23.0)));
      if (!ranks.empty() && rank == ranks.back()) continue;
      ranks.push_back(rank);
      numbers.push_back(measure(rank));
    }
  }

  std::vector<double> measure(double rank) const {
    std::vector<double> found(k + 1);
    Rows window;
    for (const std::uint32_t row : of.words)
      if (of.ranks[row] >= rank / 1.6 && of.ranks[row] < 1.6 * rank + 200) window.push_back(row);
    const auto count = static_cast<double>(window.size());
    for (const std::uint32_t row : window)
      for (std::size_t i = 0; i < k; ++i)
        found[i] += static_cast<double>(of.values[row * k + i]) / count;
    for (const std::uint32_t row : window)
      for (std::size_t i = 0; i < k; ++i)
        found[k] += std::pow(static_cast<double>(of.values[row * k + i]) - found[i], 2) / count;
    found[k] = std::sqrt(found[k]);
    return found;
  }

  std::vector<double> at(double rank) const {
    if (rank <= ranks.front()) return numbers.front();
    if (rank >= ranks.back()) return numbers.back();
    std::size_t above = 1;
    while (ranks[above] < rank) ++above;
    const double share = (std::log(rank) - std::log(ranks[above - 1])) /
                         (std::log(ranks[above]) - std::log(ranks[above - 1]));
    std::vector<double> found(k + 1);
    for (std::size_t i = 0; i <= k; ++i)
      found[i] = (1 - share) * numbers[above - 1][i] + share * numbers[above][i];
    return found;
  }
};

TEST(NeutralSpace, FollowsItsDefinition) {
  for (const std::size_t size : {600, 2000, 5000}) {
    const DriftingWords drifting(size);
    const Embeddings vectors = drifting.vectors();
    const NeutralSpace space(vectors, drifting.ranks, drifting.words, 2);
    const PlainSpace plain(drifting);
    std::vector<float> target(DriftingWords::k);
    for (std::uint32_t row = 0; row < size; ++row) {
      const double rank = drifting.ranks[row];
      const std::vector<double> expected = plain.at(rank);
      const std::vector<float> mean = space.mean(rank);
      space.target(row, 0, target);
      ASSERT_NEAR(space.spread(rank), expected.back(), 1e-9);
      ASSERT_EQ(space.spread_of(row), space.spread(rank));
      for (std::size_t i = 0; i < DriftingWords::k; ++i) {
        ASSERT_NEAR(mean[i], expected[i], 1e-5);
        const double value = drifting.values[row * DriftingWords::k + i];
        ASSERT_NEAR(target[i], (value - expected[i]) / expected.back(), 1e-5) << row;
      }
    }
    EXPECT_EQ(space.spread(1e9), space.spread(static_cast<double>(size)));
  }
}

TEST(NeutralSpace, FrequentAndRareWordsHaveTheSameMeanAndLength) {
  const DriftingWords drifting(20000);
  const Embeddings vectors = drifting.vectors();
  const NeutralSpace space(vectors, drifting.ranks, drifting.words, 2);
  for (const std::uint32_t first : {1000U, 4000U, 12000U}) {
    double sum = 0, squares = 0, words = 0;
    for (std::uint32_t row = 0; row < drifting.size; ++row) {
      if (drifting.ranks[row] < first || drifting.ranks[row] >= first * 5 / 4) continue;
      std::vector<float> target(DriftingWords::k);
      space.target(row, 0, target);
      sum += target[0];
      for (const float value : target) squares += value * value;
      ++words;
    }
    EXPECT_NEAR(sum / words, 0, 0.15) << first;
    EXPECT_NEAR(squares / words, 1, 0.15) << first;
  }
}

TEST(NeutralSpace, ComponentsCanBeHadApart) {
  const DriftingWords drifting(600);
  const Embeddings vectors = drifting.vectors();
  const NeutralSpace space(vectors, drifting.ranks, drifting.words, 1);
  std::vector<float> whole(DriftingWords::k), part(2);
  space.target(17, 0, whole);
  space.target(17, 3, part);
  EXPECT_THAT(part, testing::ElementsAre(whole[3], whole[4]));
}

TEST(NeutralSpace, IsTheSameForAnyNumberOfThreads) {
  const DriftingWords drifting(2000);
  const Embeddings vectors = drifting.vectors();
  const NeutralSpace one(vectors, drifting.ranks, drifting.words, 1);
  const NeutralSpace many(vectors, drifting.ranks, drifting.words, 5);
  for (const double rank : {0.0, 1.0, 299.0, 1234.5, 1e6}) {
    EXPECT_EQ(one.mean(rank), many.mean(rank));
    EXPECT_EQ(one.spread(rank), many.spread(rank));
  }
}

TEST(NeutralSpace, OfTwoWordsEachIsTheOppositeOfTheOther) {
  const Embeddings vectors = embeddings_of(2, {1, 5, 3, 5});
  const Rows rows = rows_below(2);
  const NeutralSpace space(vectors, rows, rows, 1);
  for (const double rank : {0.0, 1.0, 100.0}) {
    EXPECT_THAT(space.mean(rank), testing::ElementsAre(2, 5));
    EXPECT_EQ(space.spread(rank), 1);
  }
  std::vector<float> target(2);
  space.target(0, 0, target);
  EXPECT_THAT(target, testing::ElementsAre(-1, 0));
  space.target(1, 0, target);
  EXPECT_THAT(target, testing::ElementsAre(1, 0));
}

// Below 50 words around a rank nothing is measured there; 49 and 51 of them must do.
TEST(NeutralSpace, SmallVocabulariesDo) {
  for (const std::size_t size : {2, 3, 10, 49, 51, 60, 300}) {
    const DriftingWords drifting(size);
    const Embeddings vectors = drifting.vectors();
    const Rows all = rows_below(size);
    const NeutralSpace space(vectors, drifting.ranks, all, 1);
    double squares = 0;
    std::vector<float> target(DriftingWords::k);
    for (std::uint32_t row = 0; row < size; ++row) {
      space.target(row, 0, target);
      for (const float value : target) squares += value * value;
    }
    EXPECT_NEAR(squares / static_cast<double>(size), 1, size < 50 ? 1e-5 : 0.3) << size;
  }
}

TEST(NeutralSpace, VectorsThatDoNotDifferAreRefused) {
  for (const std::size_t size : {1, 7, 1000}) {
    const Embeddings vectors = embeddings_of(3, std::vector<float>(3 * size, 0.1F));
    const Rows rows = rows_below(size);
    const Error error = error_of([&] { const NeutralSpace space(vectors, rows, rows, 1); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("the same vector"));
  }
}

TEST(NeutralSpace, NoWordsAreRefused) {
  const Embeddings vectors = embeddings_of(1, {1, 2});
  const Rows rows = rows_below(2);
  EXPECT_EQ(error_of([&] { const NeutralSpace space(vectors, rows, {}, 1); }).kind(),
            ErrorKind::usage);
}

TEST(NeutralSpace, TargetsDoNotDependOnTheScaleOfTheVectors) {
  const DriftingWords plain(2000);
  const Embeddings plain_vectors = plain.vectors();
  const NeutralSpace expected(plain_vectors, plain.ranks, plain.words, 1);
  for (const float scale : {1e-30F, 1e30F}) {
    const DriftingWords scaled(2000, scale);
    const Embeddings vectors = scaled.vectors();
    const NeutralSpace space(vectors, scaled.ranks, scaled.words, 1);
    EXPECT_NEAR(space.spread(500) / scale, expected.spread(500), 1e-4);
    std::vector<float> target(DriftingWords::k), expected_target(DriftingWords::k);
    for (std::uint32_t row = 0; row < 2000; ++row) {
      space.target(row, 0, target);
      expected.target(row, 0, expected_target);
      ASSERT_THAT(target, testing::Pointwise(testing::FloatNear(1e-4F), expected_target)) << row;
    }
  }
}

}  // namespace
}  // namespace oovec
