#include "oovec/vectors/mapped.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/vectors/limits.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;

const TensorNames fruit = {"fruit_vectors", "fruit"};
const TensorNames animals = {"animal_vectors", "animal"};

const Embeddings& fruits() {
  static const Embeddings vectors = make_embeddings({"pome", "ice cream"}, 2, {1, 2, 3, -0.3F});
  return vectors;
}

PackedMatrix packed(const Embeddings& vectors, RowType type) {
  return pack_rows(vectors.values(), vectors.dimension(), type, 1);
}

std::shared_ptr<const TensorFile> open_file(const TensorFileWriter& writer,
                                            const TemporaryFile& path) {
  writer.write(path.path(), 1, nullptr);
  return std::make_shared<const TensorFile>(path.path());
}

TEST(Mapped, SeveralEmbeddingsShareAFile) {
  const Embeddings dogs = make_embeddings({"dog", "pome", "cat"}, 1, {7, 8, 9});
  TensorFileWriter writer({});
  add_embeddings(fruits(), fruit, writer);
  add_embeddings(dogs, animals, writer);
  const TemporaryFile path;
  const auto file = open_file(writer, path);
  const Embeddings mapped = map_embeddings(file, fruit);
  EXPECT_TRUE(mapped.mapped());
  expect_same(mapped, fruits());
  expect_same(map_embeddings(file, animals), dogs);
  EXPECT_EQ(map_embeddings(file, animals).find("pome"), 1U);
}

TEST(Mapped, PackedRowsStayInTheFile) {
  for (const RowType type : {RowType::float16, RowType::bfloat16, RowType::int8}) {
    const PackedMatrix rows = packed(fruits(), type);
    TensorFileWriter writer({});
    add_embeddings(fruits(), fruit, writer, rows);
    const TemporaryFile path;
    const Embeddings read = map_embeddings(open_file(writer, path), fruit);
    EXPECT_TRUE(read.mapped());
    EXPECT_EQ(read.row_type(), type);
    EXPECT_THAT(words_of(read), ElementsAre("pome", "ice cream"));
    EXPECT_THAT(row_of(read, "ice cream"),
                ElementsAre(FloatNear(3, 1e-6F), FloatNear(-0.3F, 0.02F)));
    EXPECT_THAT(read.values(), ElementsAre(FloatNear(1, 0.02F), FloatNear(2, 1e-6F), read.row(1)[0],
                                           read.row(1)[1]));
  }
}

TEST(Mapped, ScalesThatDoNotFitTheRowsAreRefused) {
  PackedMatrix rows = packed(fruits(), RowType::int8);
  rows.scales.push_back(1);
  TensorFileWriter writer({});
  add_embeddings(fruits(), fruit, writer, rows);
  const TemporaryFile path;
  const auto file = open_file(writer, path);
  EXPECT_THAT(error_of([&] { (void)map_embeddings(file, fruit); }).what(),
              HasSubstr("contradict each other"));
}

// A matrix without rows may claim any width.
TEST(Mapped, HalvesOfNoRowsAllocateNothingForTheirWidth) {
  const std::vector<std::uint64_t> offsets = {0};
  const std::vector<std::uint32_t> index(1);
  const std::vector<char> bytes;
  TensorFileWriter writer({});
  writer.add("fruit_vectors", {"BF16", {0, max_dimension}, {}});
  writer.add<std::uint64_t>("fruit_offsets", {1}, offsets);
  writer.add<std::uint32_t>("fruit_index", {1}, index);
  writer.add<char>("fruit_bytes", {0}, bytes);
  const TemporaryFile path;
  EXPECT_EQ(map_embeddings(open_file(writer, path), fruit).size(), 0U);
}

// What is computed from it must not overflow, though there are no rows.
TEST(Mapped, ADimensionBeyondTheLimitIsRefused) {
  for (const char* type : {"F32", "BF16"})
    for (const std::uint64_t dimension : {max_dimension + 1, std::uint64_t{1} << 61}) {
      const std::vector<std::uint64_t> offsets = {0};
      const std::vector<std::uint32_t> index(1);
      TensorFileWriter writer({});
      writer.add("fruit_vectors", {type, {0, dimension}, {}});
      writer.add<std::uint64_t>("fruit_offsets", {1}, offsets);
      writer.add<std::uint32_t>("fruit_index", {1}, index);
      writer.add<char>("fruit_bytes", {0}, std::vector<char>());
      const TemporaryFile path;
      EXPECT_THAT(error_of([&] { (void)map_embeddings(open_file(writer, path), fruit); }).what(),
                  HasSubstr("1048576 columns"));
    }
}

TEST(Mapped, MissingTensorsAreRefusedByName) {
  TensorFileWriter writer({});
  add_embeddings(fruits(), fruit, writer);
  const TemporaryFile path;
  const auto file = open_file(writer, path);
  EXPECT_THAT(error_of([&] { (void)map_embeddings(file, animals); }).what(),
              HasSubstr("no tensor \"animal_vectors\" of type F32"));
  EXPECT_THAT(error_of([&] {
                (void)map_embeddings(file, {"fruit_vectors", "dog"});
              }).what(),
              HasSubstr("no tensor \"dog_bytes\""));
}

TEST(Mapped, DamagedPackedRowsAreRefusedWhenAskedFor) {
  for (const RowType type : {RowType::float16, RowType::bfloat16, RowType::int8}) {
    const PackedMatrix rows = packed(fruits(), type);
    TensorFileWriter writer({});
    add_embeddings(fruits(), fruit, writer, rows);
    const TemporaryFile path;
    open_file(writer, path);
    std::string bytes = path.content();
    bytes.back() ^= 1;
    path.write(bytes);
    const auto file = std::make_shared<const TensorFile>(path.path());
    const Embeddings read = map_embeddings(file, fruit);
    for (int attempt = 0; attempt < 2; ++attempt)
      EXPECT_EQ(error_of([&] { (void)read.row(0); }).kind(), ErrorKind::damaged);
    EXPECT_EQ(error_of([&] { (void)read.values(); }).kind(), ErrorKind::damaged);
    EXPECT_EQ(error_of([&] { read.verify_rows(); }).kind(), ErrorKind::damaged);
  }
}

}  // namespace
}  // namespace oovec
