#include "oovec/search/search_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <hwy/targets.h>
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "oovec/search/compact_rows.h"
#include "oovec/vectors/format.h"
#include "tests/support/error_of.h"
#include "tests/support/files.h"

namespace oovec {
namespace {

std::shared_ptr<const Embeddings> words_with(const std::vector<float>& values,
                                             std::size_t dimension) {
  Vocabulary words;
  for (std::size_t row = 0; row * dimension < values.size(); ++row)
    EXPECT_FALSE(words.insert(std::to_string(row)));
  Matrix matrix(dimension);
  matrix.append(values);
  return std::make_shared<Embeddings>(std::move(words), std::move(matrix));
}

// Kinds of rows that are hard to tell apart by a byte per number, or at the ends of what floats
// are.
enum class Kind { plain, near_copies, duplicates, spiked, sparse, huge_and_tiny, common, last };

std::vector<float> rows_of_kind(Kind kind, std::mt19937& random, std::size_t count,
                                std::size_t dimension) {
  std::normal_distribution<float> normal;
  std::vector<float> values(count * dimension);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t row = i / dimension, column = i % dimension;
    float& value = values[i] = normal(random);
    switch (kind) {
      case Kind::near_copies:  // of one of three, closer together than a byte can tell
        if (row >= 3) value = values[row % 3 * dimension + column] + 1e-4F * value;
        break;
      case Kind::duplicates:
        if (row >= 5) value = values[random() % 2 * dimension + column];
        if (row >= 5 && column > 0) value = values[row % 5 * dimension + column];
        break;
      case Kind::spiked:  // all rows point along one axis, within what a byte can tell
        value = column == 0 ? 1e4F : value;
        break;
      case Kind::sparse:
        value = row % 7 == 0 || column != row % dimension ? 0 : value;
        break;
      case Kind::huge_and_tiny:
        value *= std::pow(10.0F, static_cast<float>(row % 61) - 30);
        break;
      case Kind::common:  // a large vector that all have in common
        value += 10;
        break;
      default:
        break;
    }
  }
  return values;
}

// Queries are some of the rows, as they are, with a little noise, or with their signs turned.
std::vector<float> queries_of(const std::vector<float>& values, std::mt19937& random,
                              std::size_t count, std::size_t dimension) {
  std::vector<float> queries;
  while (queries.size() < count * dimension) {
    const std::size_t row = random() % (values.size() / dimension);
    const float sign = random() % 4 == 0 ? -1 : 1;
    std::vector<float> query(dimension);
    float largest = 0;
    for (std::size_t i = 0; i < dimension; ++i) {
      query[i] = sign * values[row * dimension + i];
      largest = std::max(largest, std::abs(query[i]));
    }
    query[random() % dimension] += largest / 8 + 1e-30F;
    queries.insert(queries.end(), query.begin(), query.end());
  }
  return queries;
}

class SearchRowsOn : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(SearchRowsOn, FindWhatThePlainSearchFindsToTheBit) {
  EXPECT_TRUE(rc::check([] {
    const auto kind = static_cast<Kind>(*rc::gen::inRange(0, static_cast<int>(Kind::last)));
    const auto count = *rc::gen::inRange<std::size_t>(1, 3000);
    const auto dimension = *rc::gen::inRange<std::size_t>(1, 70);
    const auto asked = *rc::gen::inRange<std::size_t>(1, 15);
    const auto k = *rc::gen::inRange<std::size_t>(1, 30);
    std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
    const std::vector<float> values = rows_of_kind(kind, random, count, dimension);
    const std::vector<float> queries = queries_of(values, random, asked, dimension);
    std::vector<std::optional<std::size_t>> excluded(asked);
    std::vector<std::size_t> targets(asked);
    for (std::size_t query = 0; query < asked; ++query) {
      if (query % 2 == 0) excluded[query] = random() % count;
      targets[query] = random() % count;
    }
    const Rows plain{values, dimension};
    const SearchRows words(words_with(values, dimension));
    const auto found = nearest(plain, queries, k, excluded, 1);
    const auto ranked = ranks(plain, queries, targets, 1);
    for (const int threads : {1, 3}) {
      RC_ASSERT(nearest(words.rows(threads), queries, k, excluded, threads) == found);
      RC_ASSERT(ranks(words.rows(threads), queries, targets, threads) == ranked);
    }
    const auto last = std::span(queries).last(dimension);
    RC_ASSERT(nearest(words.rows(), last, k, std::span(excluded).last(1), 1).front() ==
              found.back());
  }));
}

// So many queries that rows are made compact for them where that pays, and many rows to win.
TEST_P(SearchRowsOn, ManyQueriesFindTheSameTogetherAsAlone) {
  constexpr std::size_t dimension = 9, count = 5000, asked = 200;
  for (const Kind kind : {Kind::plain, Kind::spiked, Kind::duplicates}) {
    std::mt19937 random(7);
    const std::vector<float> values = rows_of_kind(kind, random, count, dimension);
    const std::vector<float> queries = queries_of(values, random, asked, dimension);
    const Rows plain{values, dimension};
    const SearchRows words(words_with(values, dimension));
    const auto together = nearest(plain, queries, 400, {}, 2);
    EXPECT_EQ(nearest(words.rows(), queries, 400, {}, 2), together);
    for (std::size_t query = 0; query < asked; query += 37)
      EXPECT_EQ(nearest(plain, std::span(queries).subspan(query * dimension, dimension), 400)[0],
                together[query]);
  }
}

// Bytes of a row and of a query never promise too little or too much, by however little.
TEST_P(SearchRowsOn, BoundsHoldForEveryRow) {
  EXPECT_TRUE(rc::check([] {
    const auto kind = static_cast<Kind>(*rc::gen::inRange(0, static_cast<int>(Kind::last)));
    const auto dimension = *rc::gen::inRange<std::size_t>(1, 400);
    constexpr std::size_t count = 70;
    std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
    const std::vector<float> values = rows_of_kind(kind, random, count, dimension);
    const PackedQueries queries(queries_of(values, random, 7, dimension), dimension);
    std::vector<std::uint8_t> compact(compact_size(count, dimension));
    make_compact(values.data(), count, dimension, compact.data());
    std::vector<CompactHit> hits;
    const std::vector<float> floors(queries.size(), -2);  // below every score
    RC_ASSERT(scan_compact(compact.data(), count, CompactQueries(queries), floors, 1000, hits));
    RC_ASSERT(hits.size() == count * queries.size());
    std::vector<float> unit;
    for (const CompactHit& hit : hits) {
      const float score = score_row(values.data() + hit.row * dimension, queries, hit.query, unit);
      RC_ASSERT(hit.lowest <= score);
      RC_ASSERT(score <= hit.highest);
      RC_ASSERT(hit.highest - hit.lowest < 0.04 * std::sqrt(static_cast<double>(dimension)) + 1e-3);
    }
  }));
}

INSTANTIATE_TEST_SUITE_P(OnEachInstructionSet, SearchRowsOn,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

TEST(SearchRows, SayHowMuchMemoryTheirCopyTakes) {
  const SearchRows words(words_with(std::vector<float>(std::size_t{1000} * 100, 1), 100));
  EXPECT_EQ(words.copy_bytes(), 0U);
  EXPECT_NE(words.rows(1).compact, nullptr);
  EXPECT_EQ(words.copy_bytes(), std::size_t{1024} * (100 + 8));
}

TEST(SearchRows, WithoutRowsFindNothing) {
  const SearchRows words(words_with({}, 3));
  const std::vector<float> query = {1, 2, 3};
  EXPECT_THAT(nearest(words.rows(), query, 5).front(), testing::IsEmpty());
}

TEST(SearchRows, OfVectorsTooLongForSumsOfBytesAreSearchedPlainly) {
  constexpr std::size_t dimension = most_compact_dimensions + 1;
  const SearchRows words(words_with(std::vector<float>(3 * dimension, 1), dimension));
  EXPECT_EQ(words.rows().compact, nullptr);
  const std::vector<float> query(dimension, 1);
  EXPECT_EQ(nearest(words.rows(), query, 2).front().size(), 2U);
}

// The largest sums of products that 32 bits have to hold.
TEST(SearchRows, OfTheLongestVectorsFindThemselves) {
  constexpr std::size_t dimension = most_compact_dimensions;
  std::vector<float> values(4 * dimension, 1);
  std::fill_n(values.begin() + dimension, dimension, -1.0F);
  for (std::size_t i = 0; i < dimension / 2; ++i) values[2 * dimension + i] = -1;
  const SearchRows words(words_with(values, dimension));
  for (std::size_t row = 0; row < 4; ++row) {
    const auto query = std::span(values).subspan(row * dimension, dimension);
    EXPECT_EQ(nearest(words.rows(), query, 4), nearest({values, dimension}, query, 4));
  }
}

TEST(SearchRows, OfPackedRowsFindWhatTheDecodedRowsHold) {
  std::mt19937 random(5);
  constexpr std::size_t dimension = 24;
  const auto originals = words_with(rows_of_kind(Kind::plain, random, 2500, dimension), dimension);
  for (const RowType type : {RowType::float16, RowType::int8}) {
    const TemporaryFile file(".safetensors");
    WriteOptions options;
    options.half = type == RowType::float16;
    options.int8 = type == RowType::int8;
    write_vectors(*originals, file.path(), options);
    const auto packed = std::make_shared<Embeddings>(read_vectors(file.path()).embeddings);
    const SearchRows words(packed);
    const auto queries = originals->values().first(5 * dimension);
    EXPECT_NE(words.rows().compact, nullptr);
    EXPECT_EQ(nearest(words.rows(), queries, 10), nearest(rows_of(*packed), queries, 10));
  }
}

TEST(SearchRows, RefuseADamagedFileWheneverTheyAreAsked) {
  const TemporaryFile file(".safetensors");
  write_vectors(*words_with(std::vector<float>(std::size_t{4000} * 10, 1), 10), file.path());
  std::string bytes = file.content();
  bytes[bytes.find("\x80\x3F") + 8000] ^= 1;  // one of the numbers
  file.write(bytes);
  const SearchRows words(std::make_shared<Embeddings>(read_vectors(file.path()).embeddings));
  for (int attempt = 0; attempt < 2; ++attempt)
    EXPECT_EQ(error_of([&] { (void)words.rows(); }).kind(), ErrorKind::damaged);
  EXPECT_EQ(words.copy_bytes(), 0U);
}

// Those that come while another makes the copy search without one.
TEST(SearchRows, MayBeSearchedByManyThreadsFromTheStart) {
  std::mt19937 random(11);
  constexpr std::size_t dimension = 16;
  const std::vector<float> values = rows_of_kind(Kind::plain, random, 6000, dimension);
  const auto expected = nearest({values, dimension}, std::span(values).first(dimension), 10);
  for (int round = 0; round < 5; ++round) {
    const SearchRows words(words_with(values, dimension));
    std::vector<std::vector<std::vector<Neighbor>>> found(4);
    std::vector<std::thread> threads;
    for (auto& of_thread : found)
      threads.emplace_back([&] {
        of_thread = nearest(words.rows(1), std::span(values).first(dimension), 10, {}, 1);
      });
    for (std::thread& thread : threads) thread.join();
    for (const auto& of_thread : found) EXPECT_EQ(of_thread, expected);
  }
}

}  // namespace
}  // namespace oovec
