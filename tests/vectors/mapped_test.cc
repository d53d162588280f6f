#include "oovec/vectors/mapped.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/bfloat16.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const TensorNames fruit = {"fruit_vectors", "fruit"};
const TensorNames animals = {"animal_vectors", "animal"};

const Embeddings& fruits() {
  static const Embeddings vectors = make_embeddings({"pome", "ice cream"}, 2, {1, 2, 3, -0.3F});
  return vectors;
}

std::vector<std::uint16_t> halves_of(const Embeddings& vectors) {
  std::vector<std::uint16_t> halves;
  for (const float value : vectors.values()) halves.push_back(to_bfloat16(value));
  return halves;
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

TEST(Mapped, HalfPrecisionIsReadIntoMemory) {
  const std::vector<std::uint16_t> halves = halves_of(fruits());
  TensorFileWriter writer({});
  add_embeddings(fruits(), fruit, writer, halves);
  const TemporaryFile path;
  const Embeddings read = map_embeddings(open_file(writer, path), fruit);
  EXPECT_FALSE(read.mapped());
  EXPECT_THAT(words_of(read), ElementsAre("pome", "ice cream"));
  EXPECT_THAT(row_of(read, "ice cream"), ElementsAre(3, from_bfloat16(to_bfloat16(-0.3F))));
}

// A matrix without rows may claim any width.
TEST(Mapped, HalvesOfNoRowsAllocateNothingForTheirWidth) {
  const std::vector<std::uint64_t> offsets = {0};
  const std::vector<std::uint32_t> index(1);
  const std::vector<char> bytes;
  TensorFileWriter writer({});
  writer.add("fruit_vectors", {"BF16", {0, std::uint64_t{1} << 61}, {}});
  writer.add<std::uint64_t>("fruit_offsets", {1}, offsets);
  writer.add<std::uint32_t>("fruit_index", {1}, index);
  writer.add<char>("fruit_bytes", {0}, bytes);
  const TemporaryFile path;
  EXPECT_EQ(map_embeddings(open_file(writer, path), fruit).size(), 0U);
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

TEST(Mapped, DamagedHalvesAreRefusedWhenOpened) {
  const std::vector<std::uint16_t> halves = halves_of(fruits());
  TensorFileWriter writer({});
  add_embeddings(fruits(), fruit, writer, halves);
  const TemporaryFile path;
  open_file(writer, path);
  std::string bytes = path.content();
  bytes.back() ^= 1;
  path.write(bytes);
  const auto file = std::make_shared<const TensorFile>(path.path());
  EXPECT_EQ(error_of([&] { (void)map_embeddings(file, fruit); }).kind(), ErrorKind::damaged);
}

}  // namespace
}  // namespace oovec
