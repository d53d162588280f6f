#include "oovec/vectors/packed_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"
#include "oovec/search/nearest.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t dimension = 50;

// Words with vectors in which few numbers are large, as those of GloVe.
const Embeddings& originals() {
  static const Embeddings vectors = [] {
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    std::vector<std::string> words;
    std::vector<float> values;
    for (std::size_t i = 0; i < 3000; ++i) {
      words.push_back("w" + std::to_string(i));
      for (std::size_t j = 0; j < dimension; ++j) values.push_back(normal(random));
      values[i * dimension + 7] *= 5;
    }
    std::fill_n(values.begin() + 5 * dimension, dimension, 0.0F);  // a word without direction
    return make_embeddings(words, dimension, values);
  }();
  return vectors;
}

class PackedFile {
 public:
  explicit PackedFile(RowType type, const Embeddings& vectors = originals()) {
    WriteOptions options;
    options.half = type == RowType::float16;
    options.int8 = type == RowType::int8;
    write_vectors(vectors, file_.path(), options);
  }
  const std::string& path() const { return file_.path(); }
  std::size_t size() const { return file_.content().size(); }
  Embeddings open() const { return read_vectors(path()).embeddings; }

 private:
  TemporaryFile file_{".safetensors"};
};

TEST(PackedRows, CosinesStayWithinAThousandth) {
  for (const RowType type : {RowType::float16, RowType::int8}) {
    const PackedFile file(type);
    const Embeddings packed = file.open();
    EXPECT_TRUE(packed.mapped());
    EXPECT_EQ(packed.row_type(), type);
    for (std::size_t i = 0; i < packed.size(); ++i) {
      if (i == 5)
        EXPECT_THAT(packed.row(i), testing::Each(0.0F));
      else
        EXPECT_GT(cosine(packed.row(i), originals().row(i)).value(), 0.999F);
    }
  }
}

TEST(PackedRows, FilesTakeHalfTheRoomOrAQuarter) {
  const std::size_t numbers = originals().size() * dimension;
  const std::size_t rest = PackedFile(RowType::float32).size() - 4 * numbers;
  EXPECT_NEAR(PackedFile(RowType::float16).size(), rest + 2 * numbers, 200);
  EXPECT_NEAR(PackedFile(RowType::int8).size(), rest + numbers + 4 * originals().size(), 200);
}

TEST(PackedRows, EveryWayToAskGivesTheSameNumbers) {
  for (const RowType type : {RowType::float16, RowType::int8}) {
    const PackedFile file(type);
    const Embeddings rows = file.open();
    const Embeddings all = file.open();
    const std::span<const float> values = all.values(2);
    std::vector<float> copied(values.size());
    all.copy_rows(0, copied);
    EXPECT_TRUE(std::equal(values.begin(), values.end(), copied.begin()));
    const std::vector<std::uint32_t> some = {17, 5, 17, 2999};
    const float* const matrix = rows.values(some).data();
    for (const std::uint32_t row : some)
      for (std::size_t i = 0; i < dimension; ++i)
        ASSERT_EQ(matrix[row * dimension + i], values[row * dimension + i]);
    EXPECT_EQ(rows.row(17).data(), matrix + 17 * dimension);
    EXPECT_EQ(rows.vector_of("w9"), std::vector(all.row(9).begin(), all.row(9).end()));
  }
}

TEST(PackedRows, TheSameNumbersHaveTheSameFingerprint) {
  const PackedFile file(RowType::int8);
  const PackedFile floats(RowType::float32, file.open());
  EXPECT_EQ(floats.open().row_type(), RowType::float32);
  EXPECT_EQ(file.open().fingerprint(), floats.open().fingerprint());
  EXPECT_NE(file.open().fingerprint(), originals().fingerprint());
}

TEST(PackedRows, SearchFindsWhatItFindsInTheDecodedRows) {
  for (const RowType type : {RowType::float16, RowType::int8}) {
    const Embeddings packed = PackedFile(type).open();
    const Embeddings floats = PackedFile(RowType::float32, packed).open();
    const auto queries = originals().values().first(20 * dimension).subspan(6 * dimension);
    for (const int threads : {1, 3})
      EXPECT_EQ(nearest(rows_of(packed, threads), queries, 10, {}, threads),
                nearest(rows_of(floats), queries, 10));
    const auto part = rows_of(packed, 1, 1000, 2500);
    EXPECT_EQ(part.size(), 1500U);
    EXPECT_EQ(nearest(part, queries, 3), nearest(rows_of(floats, 1, 1000, 2500), queries, 3));
    const std::vector<std::size_t> targets(queries.size() / dimension, 1234);
    EXPECT_EQ(ranks(rows_of(packed), queries, targets), ranks(rows_of(floats), queries, targets));
  }
}

TEST(PackedRows, ManyThreadsMayAskForTheSameRows) {
  const Embeddings packed = PackedFile(RowType::int8).open();
  const Embeddings other = PackedFile(RowType::int8).open();
  parallel_for(4, 4 * packed.size(), [&](std::size_t i) {
    const std::size_t row = i % packed.size();
    std::vector<float> expected(dimension);
    other.copy_rows(row, expected);
    if (!std::equal(expected.begin(), expected.end(), packed.row(row).begin()))
      throw std::logic_error("another row");
  });
}

TEST(PackedRows, NumbersAreRoundedToTheNearestOfTheirRow) {
  const Embeddings vectors = make_embeddings({"a", "b"}, 3, {127, -63.4F, 0.6F, 0, 0, 0});
  const Embeddings packed = PackedFile(RowType::int8, vectors).open();
  EXPECT_THAT(packed.row(0), ElementsAre(127, -63, 1));
  EXPECT_THAT(packed.row(1), ElementsAre(0, 0, 0));
}

TEST(PackedRows, TheLargestNumbersStayFinite) {
  const float most = std::numeric_limits<float>::max();
  const Embeddings vectors = make_embeddings({"a", "b"}, 2, {most, -most, 1e-45F, 1e-39F});
  const Embeddings packed = PackedFile(RowType::int8, vectors).open();
  for (const float value : packed.values()) EXPECT_TRUE(std::isfinite(value));
  EXPECT_NEAR(packed.row(0)[0] / most, 1, 1e-6);
  EXPECT_THAT(error_of([&] { const PackedFile file(RowType::float16, vectors); }).what(),
              HasSubstr("row 1 of the vectors holds 3.4"));
}

TEST(PackedRows, HalfPrecisionTurnsNoRowIntoZeros) {
  const auto halves_of = [](std::vector<float> values) {
    return PackedFile(RowType::float16, make_embeddings({"a", "b"}, 2, values)).open();
  };
  EXPECT_THAT(error_of([&] {
                (void)halves_of({0, -0.0F, 1e-30F, -2e-8F});
              }).what(),
              HasSubstr("row 2 of the vectors holds only numbers that are too small for half"));
  EXPECT_THAT(halves_of({0, -0.0F, 1e-30F, 1}).row(1), ElementsAre(0, 1));
  EXPECT_LT(halves_of({0, 0, 1e-30F, -4e-8F}).row(1)[1], 0);
}

TEST(PackedRows, OnlyNativeFilesHoldThem) {
  WriteOptions options;
  options.int8 = true;
  const TemporaryFile text(".txt");
  EXPECT_THAT(error_of([&] { write_vectors(originals(), text.path(), options); }).what(),
              HasSubstr("`int8` is for native files"));
  options.half = true;
  EXPECT_THAT(error_of([&] { write_vectors(originals(), text.path(), options); }).what(),
              HasSubstr("exclude each other"));
}

TEST(PackedRows, RepairAndLimitReadThem) {
  const PackedFile file(RowType::int8);
  ReadOptions options;
  options.limit = 10;
  const ReadResult read = read_vectors(file.path(), options);
  EXPECT_EQ(read.embeddings.size(), 10U);
  EXPECT_EQ(row_of(read.embeddings, "w3"), row_of(file.open(), "w3"));
  EXPECT_EQ(read_vectors(file.path(), repairing()).problems.size(), 0U);
}

}  // namespace
}  // namespace oovec
