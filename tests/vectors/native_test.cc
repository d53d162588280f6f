#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstring>

#include "oovec/io/tensor_file.h"
#include "oovec/text/utf8.h"
#include "oovec/vectors/limits.h"
#include "tests/support/checksums.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

WriteOptions native() {
  WriteOptions options;
  options.format = VectorFormat::native;
  return options;
}

const Embeddings& example() {
  static const Embeddings vectors =
      make_embeddings({"the", "of", "ice cream"}, 2, {1, 2, 3, 4, 5, 6});
  return vectors;
}

// Every word found, every row read; throws if any of it is damaged.
void use_everything(const Embeddings& vectors) {
  expect_same(vectors, example());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    EXPECT_EQ(vectors.find(example().word(i)), i);
    EXPECT_EQ(row_of(vectors, vectors.word(i)), row_of(example(), vectors.word(i)));
  }
  EXPECT_EQ(vectors.find("unknown"), std::nullopt);
}

// The same by functions for many at once.
void use_all_at_once(const Embeddings& vectors) {
  const std::vector<std::string_view> words = {"ice cream", "unknown", "the", "of"};
  std::vector<std::optional<std::size_t>> found;
  vectors.find_all(words, found);
  EXPECT_THAT(found, ElementsAre(2U, std::nullopt, 0U, 1U));
  const std::vector<std::uint32_t> rows = {2, 0, 1};
  EXPECT_THAT(vectors.values(rows), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Native, IsMappedAndGivesBackWhatWasWritten) {
  const TemporaryFile file;
  write_vectors(example(), file.path(), native());
  const ReadResult result = read_vectors(file.path());
  EXPECT_EQ(result.format, VectorFormat::native);
  EXPECT_TRUE(result.embeddings.mapped());
  use_everything(result.embeddings);
  use_all_at_once(result.embeddings);
}

TEST(Native, HoldsAnyWordAndAnyNumber) {
  EXPECT_TRUE(rc::check("round trip", [] {
    const auto dimension = *rc::gen::inRange<std::size_t>(1, 4);
    const auto words = *rc::gen::unique<std::vector<std::string>>(
        rc::gen::map(rc::gen::string<std::string>(),
                     [](const std::string& bytes) { return replace_invalid_utf8(bytes); }));
    const std::vector<float> values(words.size() * dimension, -0.0F);
    const TemporaryFile file;
    write_vectors(make_embeddings(words, dimension, values), file.path(), native());
    const Embeddings read = read_vectors(file.path()).embeddings;
    RC_ASSERT(words_of(read) == words);
    RC_ASSERT(read.dimension() == dimension);
    for (std::size_t i = 0; i < words.size(); ++i) RC_ASSERT(read.find(words[i]) == i);
    for (const float value : read.values()) RC_ASSERT(std::signbit(value));
  }));
}

TEST(Native, CutAtAnyByteIsRefused) {
  const TemporaryFile file, cut;
  write_vectors(example(), file.path(), native());
  const std::string whole = file.content();
  ReadOptions options = as(VectorFormat::native);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    cut.write(whole.substr(0, size));
    EXPECT_THROW((void)read_vectors(cut.path(), options), Error) << size;
    EXPECT_THROW((void)read_vectors(cut.path()), Error) << size;
  }
}

TEST(Native, AnyFlippedBitIsNoticedAtTheLatestWhenUsed) {
  const TemporaryFile file, flipped;
  write_vectors(example(), file.path(), native());
  const std::string whole = file.content();
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string bytes = whole;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
    flipped.write(bytes);
    const auto read = [&] {
      return read_vectors(flipped.path(), as(VectorFormat::native)).embeddings;
    };
    EXPECT_THROW(use_everything(read()), Error) << bit;
    EXPECT_THROW(use_all_at_once(read()), Error) << bit;
  }
}

TEST(Native, OfManyRowsOnlyThoseAskedForAreVerified) {
  const std::vector<float> values(100'000, 0.5F);  // several blocks, of which the first is damaged
  const TemporaryFile file;
  write_vectors(make_embeddings({"a", "b"}, 50'000, values), file.path(), native());
  std::string bytes = file.content();
  const float number = values[0];
  const std::string pattern(reinterpret_cast<const char*>(&number), sizeof number);
  bytes[bytes.find(pattern + pattern)] ^= 1;
  file.write(bytes);
  const Embeddings vectors = read_vectors(file.path()).embeddings;
  EXPECT_EQ(vectors.values(std::vector<std::uint32_t>{1}).size(), values.size());
  EXPECT_EQ(error_of([&] {
              (void)vectors.values(std::vector<std::uint32_t>{1, 0});
            }).kind(),
            ErrorKind::damaged);
}

TEST(Native, DamageIsNotCopied) {
  const TemporaryFile file, copy;
  write_vectors(example(), file.path(), native());
  std::string bytes = file.content();
  bytes.back() ^= 1;
  file.write(bytes);
  const Embeddings vectors = read_vectors(file.path()).embeddings;
  EXPECT_EQ(error_of([&] { write_vectors(vectors, copy.path(), native()); }).kind(),
            ErrorKind::damaged);
}

TEST(Native, TheLimitGivesTheFirstRows) {
  const TemporaryFile file;
  write_vectors(example(), file.path(), native());
  ReadOptions options;
  options.limit = 2;
  const Embeddings vectors = read_vectors(file.path(), options).embeddings;
  EXPECT_THAT(words_of(vectors), ElementsAre("the", "of"));
  EXPECT_EQ(vectors.find("ice cream"), std::nullopt);
}

TEST(Native, CannotBeReadFromAStream) {
  const TemporaryFile file;
  write_vectors(example(), file.path(), native());
  const std::string bytes = file.content();
  EXPECT_EQ(read_error(bytes).kind(), ErrorKind::unsupported);
}

TEST(Native, CannotBeCompressed) {
  const TemporaryFile file(".safetensors.gz");
  EXPECT_EQ(error_of([&] { write_vectors(example(), file.path()); }).kind(), ErrorKind::usage);
}

// Files with right checksums whose content makes no sense.
struct Arrays {
  std::vector<std::uint64_t> shape = {2, 1};
  std::vector<float> vectors = {1, 2};
  std::vector<std::uint64_t> offsets = {0, 1, 2};
  std::vector<std::uint32_t> index = std::vector<std::uint32_t>(4);
  std::string bytes = "ab";
  std::map<std::string, std::string> metadata = {{"format", "oovec-vectors"}, {"version", "1"}};
};

Error error_of_file(const Arrays& arrays, const char* look_up = nullptr) {
  const TemporaryFile file;
  TensorFileWriter writer(arrays.metadata);
  writer.add<float>("vectors", arrays.shape, arrays.vectors);
  writer.add<std::uint64_t>("word_offsets", {arrays.offsets.size()}, arrays.offsets);
  writer.add<std::uint32_t>("word_index", {arrays.index.size()}, arrays.index);
  writer.add<char>("word_bytes", {arrays.bytes.size()}, arrays.bytes);
  writer.write(file.path(), 1, nullptr);
  return error_of([&] {
    const Embeddings vectors = read_vectors(file.path()).embeddings;
    if (look_up)
      (void)vectors.find(look_up);
    else
      (void)words_of(vectors);
  });
}

TEST(Native, ArraysThatDoNotFitEachOtherAreRefused) {
  EXPECT_THAT(error_of_file({.shape = {1, 2}}).what(), HasSubstr("contradict each other"));
  EXPECT_THAT(error_of_file({.shape = {2}}).what(), HasSubstr("contradict each other"));
  EXPECT_THAT(error_of_file({.shape = {2, 0}, .vectors = {}}).what(),
              HasSubstr("contradict each other"));
  EXPECT_THAT(error_of_file({.offsets = {}}).what(), HasSubstr("contradict each other"));
  EXPECT_THAT(error_of_file({.index = std::vector<std::uint32_t>(3)}).what(),
              HasSubstr("contradict each other"));
  EXPECT_THAT(error_of_file({.index = {1, 2}}).what(), HasSubstr("contradict each other"));
  EXPECT_THAT(error_of_file({.index = {}}).what(), HasSubstr("contradict each other"));
  EXPECT_THAT(error_of_file({.metadata = {}}).what(), HasSubstr("but not word vectors"));
}

// No vectors, but of a dimension that overflows what is computed from it.
TEST(Native, ADimensionBeyondTheLimitIsRefused) {
  for (const std::uint64_t dimension : {max_dimension + 1, std::uint64_t{1} << 31,
                                        std::uint64_t{1} << 32, std::uint64_t{1} << 62}) {
    const Error error =
        error_of_file({.shape = {0, dimension}, .vectors = {}, .offsets = {0}, .bytes = ""});
    EXPECT_EQ(error.kind(), ErrorKind::malformed) << dimension;
    EXPECT_THAT(error.what(), HasSubstr("1048576 columns"));
  }
}

// The first number of the first row becomes infinite, under right checksums.
TEST(Native, NumbersThatAreNotFiniteAreRefusedOrLeftOut) {
  const TemporaryFile file(".safetensors");
  write_vectors(example(), file.path(), native());
  std::string bytes = file.content();
  const Embeddings& vectors = example();
  const auto first = std::as_bytes(vectors.values().first(1));
  const std::size_t at = bytes.find({reinterpret_cast<const char*>(first.data()), first.size()});
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 4, std::string("\0\0\x80\x7f", 4));
  file.write(with_right_checksums(bytes));
  const ReadResult read = read_vectors(file.path());
  EXPECT_EQ(error_of([&] { (void)read.embeddings.row(0); }).kind(), ErrorKind::malformed);
  EXPECT_EQ(error_of([&] { (void)read.embeddings.values(); }).kind(), ErrorKind::malformed);
  const TemporaryFile copy(".txt");
  EXPECT_EQ(error_of([&] { write_vectors(read.embeddings, copy.path()); }).kind(),
            ErrorKind::malformed);
  const ReadResult repaired = read_vectors(file.path(), repairing());
  EXPECT_EQ(kinds_of(repaired.problems), std::vector{ProblemKind::not_finite});
  EXPECT_EQ(repaired.embeddings.size(), vectors.size() - 1);
}

TEST(Native, WordsThatAreNotUtf8AreRefusedOrLeftOut) {
  const TemporaryFile file(".safetensors");
  write_vectors(example(), file.path(), native());
  file.write(with_changed_tensor(file.content(), "word_bytes",
                                 [](std::span<char> bytes) { bytes[1] = '\xFF'; }));
  const ReadResult read = read_vectors(file.path());
  EXPECT_THAT(error_of([&] { (void)read.embeddings.word(0); }).what(), HasSubstr("is not UTF-8"));
  EXPECT_EQ(read.embeddings.word(1), "of");
  for (const char* suffix : {".txt", ".bin", ".jsonl", ".safetensors"}) {
    const TemporaryFile copy(suffix);
    EXPECT_THROW(write_vectors(read.embeddings, copy.path()), Error) << suffix;
  }
  EXPECT_EQ(kinds_of(read_vectors(file.path(), repairing()).problems),
            std::vector{ProblemKind::invalid_utf8});
}

TEST(Native, ReSignedChangesAreRefusedOrMakeSense) {
  const TemporaryFile file(".safetensors");
  for (const bool half : {false, true})
    for (const bool int8 : {false, true}) {
      if (half && int8) continue;
      WriteOptions options = native();
      options.half = half;
      options.int8 = int8;
      write_vectors(example(), file.path(), options);
      for_each_resigned_flip(file.content(), 300, [&](const std::string& bytes) {
        file.write(bytes);
        for (const ReadOptions& reading : {ReadOptions(), repairing()}) {
          try {
            const Embeddings read = read_vectors(file.path(), reading).embeddings;
            ASSERT_LE(read.dimension(), max_dimension);
            for (std::size_t i = 0; i < read.size(); ++i) {
              (void)read.find(read.word(i));
              for (const float value : read.row(i)) ASSERT_TRUE(std::isfinite(value));
            }
          } catch (const Error&) {
          }
        }
      });
    }
}

TEST(Native, AnotherVersionIsUnsupported) {
  const Error error = error_of_file({.metadata = {{"format", "oovec-vectors"}, {"version", "2"}}});
  EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("version 2"));
}

TEST(Native, OffsetsAndIndexesThatPointNowhereAreRefused) {
  EXPECT_THAT(error_of_file({.offsets = {0, 2, 1}}).what(), HasSubstr("out of order"));
  EXPECT_THAT(error_of_file({.offsets = {0, 1, 99}}).what(), HasSubstr("out of order"));
  EXPECT_THAT(error_of_file({.index = {9, 9, 9, 9}}, "a").what(), HasSubstr("past the last word"));
  EXPECT_THAT(error_of_file({.index = {1, 1, 1, 1}}, "x").what(), HasSubstr("no free slot"));
}

}  // namespace
}  // namespace oovec
