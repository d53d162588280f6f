#include "oovec/search/nearest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <hwy/targets.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "oovec/base/error.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double rounding = 130 * std::numeric_limits<float>::epsilon();

std::vector<float> random_vectors(std::mt19937& random, std::size_t count, std::size_t dimension) {
  std::normal_distribution<float> normal;
  std::vector<float> values(count * dimension);
  for (float& value : values) value = normal(random);
  return values;
}

// The slow, plain reference.
double cosine(std::span<const float> a, std::span<const float> b) {
  double product = 0, a_squares = 0, b_squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a[i], y = b[i];
    product += x * y;
    a_squares += x * x;
    b_squares += y * y;
  }
  return product == 0 ? 0 : product / std::sqrt(a_squares) / std::sqrt(b_squares);
}

std::vector<double> cosines(const Rows& rows, std::span<const float> query) {
  std::vector<double> cosines;
  for (std::size_t row = 0; row < rows.size(); ++row)
    cosines.push_back(cosine(rows.values.subspan(row * rows.dimension, rows.dimension), query));
  return cosines;
}

std::vector<std::uint32_t> rows_of(const std::vector<Neighbor>& neighbors) {
  std::vector<std::uint32_t> rows;
  rows.reserve(neighbors.size());
  for (const Neighbor& neighbor : neighbors) rows.push_back(neighbor.row);
  return rows;
}

// Whether `found` is the answer for exact cosines `expected`, but for what rounding can swap.
void check_answer(const std::vector<Neighbor>& found, std::vector<double> expected, std::size_t k,
                  std::optional<std::size_t> excluded) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    RC_ASSERT(found[i].row != excluded);
    RC_ASSERT(std::abs(found[i].score - expected[found[i].row]) <= rounding);
    if (i == 0) continue;
    RC_ASSERT(found[i - 1].score > found[i].score ||
              (found[i - 1].score == found[i].score && found[i - 1].row < found[i].row));
  }
  if (excluded) expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(*excluded));
  std::sort(expected.begin(), expected.end(), std::greater<>());
  RC_ASSERT(found.size() == std::min(k, expected.size()));
  for (std::size_t i = 0; i < found.size(); ++i)
    RC_ASSERT(std::abs(found[i].score - expected[i]) <= rounding);
}

// The message of the Error(usage) that the call must throw.
template <class Call>
std::string usage_error(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

class Nearest : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(Nearest, AgreesWithThePlainReferenceAtAnyNumberOfThreads) {
  EXPECT_TRUE(rc::check([] {
    const auto count = *rc::gen::inRange<std::size_t>(1, 400);
    const auto dimension = *rc::gen::inRange<std::size_t>(1, 131);
    const auto queries = *rc::gen::inRange<std::size_t>(1, 16);
    const auto k = *rc::gen::inRange<std::size_t>(1, 30);
    std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
    const std::vector<float> values = random_vectors(random, count, dimension);
    const std::vector<float> asked = random_vectors(random, queries, dimension);
    const Rows rows{values, dimension};
    std::vector<std::optional<std::size_t>> excluded(queries);
    for (std::size_t query = 0; query < queries; query += 2) excluded[query] = random() % count;

    const auto found = nearest(rows, asked, k, excluded, 1);
    RC_ASSERT(found.size() == queries);
    for (std::size_t query = 0; query < queries; ++query)
      check_answer(found[query],
                   cosines(rows, std::span(asked).subspan(query * dimension, dimension)), k,
                   excluded[query]);
    for (const int threads : {0, 2, 4})
      RC_ASSERT(nearest(rows, asked, k, excluded, threads) == found);
  }));
}

// Enough rows for every thread to have several blocks, and enough queries for two batches.
TEST_P(Nearest, IsTheSameToTheBitForAnyThreadsAndCompany) {
  constexpr std::size_t dimension = 5, queries = 1031;
  std::mt19937 random(3);
  const std::vector<float> values = random_vectors(random, 9000, dimension);
  const std::vector<float> asked = random_vectors(random, queries, dimension);
  const Rows rows{values, dimension};
  std::vector<std::optional<std::size_t>> excluded;
  std::vector<std::size_t> targets;
  for (const auto& best : nearest(rows, asked, 1)) {
    excluded.emplace_back(best.front().row);
    targets.push_back(random() % rows.size());
  }

  const auto found = nearest(rows, asked, 7, excluded, 1);
  const auto ranked = ranks(rows, asked, targets, 1);
  for (const int threads : {2, 4}) {
    EXPECT_EQ(nearest(rows, asked, 7, excluded, threads), found);
    EXPECT_EQ(ranks(rows, asked, targets, threads), ranked);
  }
  for (std::size_t query = 0; query < queries; query += 103) {
    const auto alone = std::span(asked).subspan(query * dimension, dimension);
    EXPECT_THAT(nearest(rows, alone, 7, std::span(excluded).subspan(query, 1)),
                ElementsAre(found[query]));
    EXPECT_THAT(ranks(rows, alone, std::span(targets).subspan(query, 1)),
                ElementsAre(ranked[query]));
  }
}

TEST_P(Nearest, OrdersEqualScoresByRow) {
  constexpr std::size_t count = 5000;
  std::vector<float> values;
  for (std::size_t row = 0; row < count; ++row) {
    const float y = row % 3 == 0 ? 0 : 1;  // every third row points along the query
    values.insert(values.end(), {1, y});
  }
  const std::vector<float> query = {2, 0};
  for (const int threads : {1, 2, 4})
    EXPECT_THAT(rows_of(nearest({values, 2}, query, 5, {}, threads).front()),
                ElementsAre(0, 3, 6, 9, 12));
}

TEST_P(Nearest, LeavesTheExcludedRowOut) {
  const std::vector<float> values = {1, 0, 1, 0.1F, 0, 1};
  const std::vector<std::optional<std::size_t>> excluded = {0, std::nullopt};
  const std::vector<float> queries = {1, 0, 1, 0};
  const auto found = nearest({values, 2}, queries, 2, excluded);
  EXPECT_THAT(rows_of(found[0]), ElementsAre(1, 2));
  EXPECT_THAT(rows_of(found[1]), ElementsAre(0, 1));
}

TEST_P(Nearest, ScoresRowsOfZerosZero) {
  const std::vector<float> values = {-1, 0, 0, 0, 1, 0};
  const std::vector<float> query = {1, 0};
  EXPECT_THAT(nearest({values, 2}, query, 3).front(),
              ElementsAre(Neighbor{2, 1}, Neighbor{1, 0}, Neighbor{0, -1}));
}

// Places of a block beyond the last row score 0 within, better than any row here.
TEST_P(Nearest, FindsNothingBeyondTheLastRow) {
  const std::vector<float> values(213, -1);
  const std::vector<float> query = {1, 1, 1};
  const std::vector<Neighbor> found = nearest({values, 3}, query, 100).front();
  EXPECT_EQ(found.size(), 71U);
  for (const Neighbor& neighbor : found) EXPECT_LT(neighbor.score, -0.99F);
  const std::vector<std::size_t> target = {70};
  EXPECT_THAT(ranks({values, 3}, query, target), ElementsAre(1));
}

TEST_P(Nearest, IsIndifferentToTheScaleOfVectors) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  const float huge = std::numeric_limits<float>::max();
  const std::vector<float> values = {tiny, tiny, huge, huge, -huge, 0, 0, 1e-30F};
  for (const float scale : {tiny, 1.0F, huge}) {
    const std::vector<float> query = {scale, 0};
    const std::vector<Neighbor> found = nearest({values, 2}, query, 4).front();
    EXPECT_THAT(rows_of(found), ElementsAre(0, 1, 3, 2));
    EXPECT_FLOAT_EQ(found[0].score, std::sqrt(0.5F));
    EXPECT_EQ(found[0].score, found[1].score);
  }
}

TEST_P(Nearest, GivesAllRowsWhenAskedForMore) {
  const std::vector<float> values = {1, 2, 3};
  const std::vector<float> query = {1};
  EXPECT_THAT(rows_of(nearest({values, 1}, query, std::size_t(-1)).front()), ElementsAre(0, 1, 2));
}

TEST_P(Nearest, RankIsOneMoreThanTheRowsWithAHigherScore) {
  EXPECT_TRUE(rc::check([] {
    const auto count = *rc::gen::inRange<std::size_t>(1, 3000);
    const auto dimension = *rc::gen::inRange<std::size_t>(1, 20);
    constexpr std::size_t queries = 8;
    std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
    std::vector<float> values = random_vectors(random, count, dimension);
    std::copy_n(values.begin(), dimension, values.end() - static_cast<std::ptrdiff_t>(dimension));
    const std::vector<float> asked = random_vectors(random, queries, dimension);
    const Rows rows{values, dimension};
    std::vector<std::size_t> targets;
    for (std::size_t query = 0; query < queries; ++query) targets.push_back(random() % count);

    const auto ordered = nearest(rows, asked, count, {}, 1);
    for (const int threads : {1, 2, 4}) {
      const std::vector<std::size_t> found = ranks(rows, asked, targets, threads);
      for (std::size_t query = 0; query < queries; ++query) {
        const auto& all = ordered[query];
        const auto at = std::find_if(all.begin(), all.end(), [&](const Neighbor& neighbor) {
          return neighbor.row == targets[query];
        });
        const auto higher = std::count_if(all.begin(), all.end(), [&](const Neighbor& neighbor) {
          return neighbor.score > at->score;
        });
        RC_ASSERT(found[query] == 1 + static_cast<std::size_t>(higher));
      }
    }
  }));
}

INSTANTIATE_TEST_SUITE_P(OnEachInstructionSet, Nearest,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

TEST(NearestOf, OfNoQueriesIsNothing) {
  const std::vector<float> values = {1, 2, 3, 4};
  EXPECT_THAT(nearest({values, 2}, {}, 10), IsEmpty());
  EXPECT_THAT(ranks({values, 2}, {}, {}), IsEmpty());
}

TEST(NearestOf, OfNoRowsOrNoNeighborsIsAnEmptyListPerQuery) {
  const std::vector<float> values = {1, 2};
  const std::vector<float> queries = {1, 2, 3, 4};
  EXPECT_THAT(nearest({{}, 2}, queries, 10), ElementsAre(IsEmpty(), IsEmpty()));
  EXPECT_THAT(nearest({values, 2}, queries, 0), ElementsAre(IsEmpty(), IsEmpty()));
}

TEST(NearestOf, RefusesAQueryWithoutDirection) {
  const std::vector<float> values = {1, 2};
  const std::vector<std::size_t> targets = {0, 0};
  const std::vector<float> zero = {1, 2, 0, -0.0F};
  EXPECT_THAT(usage_error([&] {
                (void)nearest({values, 2}, zero, 1);
              }),
              HasSubstr("query 1 is all zeros"));
  EXPECT_THAT(usage_error([&] {
                (void)ranks({values, 2}, zero, targets);
              }),
              HasSubstr("query 1 is all zeros"));
  for (const float strange :
       {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    const std::vector<float> query = {strange, 1};
    EXPECT_THAT(usage_error([&] {
                  (void)nearest({values, 2}, query, 1);
                }),
                HasSubstr("query 0 contains NaN or infinity"));
  }
}

// In the second batch, too, a query has the number its caller knows.
TEST(NearestOf, NamesTheQueryItRefuses) {
  std::vector<float> queries(1500, 1);
  queries[1400] = 0;
  const std::vector<float> values = {1, 2, 3};
  EXPECT_THAT(usage_error([&] {
                (void)nearest({values, 1}, queries, 1);
              }),
              HasSubstr("query 1400 "));
}

TEST(NearestOf, RefusesArgumentsThatDoNotFitTogether) {
  const std::vector<float> values = {1, 2, 3, 4};
  const std::vector<float> three = {1, 2, 3};
  const std::vector<std::optional<std::size_t>> excluded(2);
  const std::vector<std::size_t> missing = {2};
  const auto query = std::span(values).first(2);
  EXPECT_THAT(usage_error([&] { (void)nearest({values, 0}, {}, 1); }), HasSubstr("dimension 0"));
  EXPECT_THAT(usage_error([&] {
                (void)nearest({three, 2}, query, 1);
              }),
              HasSubstr("3 numbers are not whole rows of 2"));
  EXPECT_THAT(usage_error([&] {
                (void)nearest({values, 2}, three, 1);
              }),
              HasSubstr("3 numbers are not whole queries"));
  EXPECT_THAT(usage_error([&] {
                (void)nearest({values, 2}, query, 1, excluded);
              }),
              HasSubstr("2 rows to exclude were given for 1 queries"));
  EXPECT_THAT(usage_error([&] {
                (void)ranks({values, 2}, query, {});
              }),
              HasSubstr("0 target rows were given for 1 queries"));
  EXPECT_THAT(usage_error([&] {
                (void)ranks({values, 2}, query, missing);
              }),
              HasSubstr("there is no row 2: the matrix has 2"));
}

}  // namespace
}  // namespace oovec
