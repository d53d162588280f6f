#include "oovec/io/tensor_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <random>

#include "oovec/base/error.h"
#include "oovec/base/parallel.h"
#include "oovec/io/scratch_file.h"
#include "tests/support/checksums.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Bytes, numbers of two sizes and enough of them for several blocks.
void write_example(const std::string& path, std::size_t floats = 50'000, int threads = 2) {
  std::vector<float> numbers(floats);
  std::iota(numbers.begin(), numbers.end(), 0.0F);
  const std::vector<std::uint64_t> offsets = {0, 2, 5};
  const std::string letters = "abcde";
  TensorFileWriter writer(std::map<std::string, std::string>{{"format", "example"}});
  writer.add<char>("letters", {5}, letters);
  writer.add<float>("numbers", {floats / 2, 2}, numbers);
  writer.add<std::uint64_t>("offsets", {3}, offsets);
  writer.write(path, threads, nullptr);
}

// Everything in the file, each byte verified.
std::string all_bytes(const std::string& path) {
  const TensorFile file(path);
  std::string all;
  for (const auto& [name, tensor] : file.tensors()) {
    file.verify(tensor.bytes);
    all += name + tensor.type;
    all.append(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
  }
  for (const auto& [key, value] : file.metadata()) all += key + value;
  return all;
}

TEST(Checksums, AreMadeRightAgain) {
  const TemporaryFile path;
  for (const std::size_t floats : {0, 2, 16'384, 50'000}) {
    write_example(path.path(), floats);
    const std::string written = path.content();
    EXPECT_EQ(with_right_checksums(written), written);
    std::string changed = written;
    changed.back() = 'f';
    path.write(changed);
    EXPECT_THROW(all_bytes(path.path()), Error);
    path.write(with_right_checksums(changed));
    EXPECT_EQ(TensorFile(path.path()).tensor<char>("letters")[4], 'f');
    EXPECT_NO_THROW(all_bytes(path.path()));
  }
}

TEST(TensorFile, GivesBackWhatWasWritten) {
  const TemporaryFile path;
  write_example(path.path());
  const TensorFile file(path.path());
  EXPECT_EQ(file.metadata().at("format"), "example");
  EXPECT_THAT(file.tensor<char>("letters"), ElementsAre('a', 'b', 'c', 'd', 'e'));
  EXPECT_THAT(file.tensor<std::uint64_t>("offsets"), ElementsAre(0U, 2U, 5U));
  EXPECT_THAT(file.tensor("numbers", "F32").shape, ElementsAre(25'000U, 2U));
  const auto numbers = file.tensor<float>("numbers");
  file.verify(std::as_bytes(numbers), 2);
  EXPECT_EQ(numbers[49'999], 49'999.0F);
}

TEST(TensorFile, IsTheSameWhetherTensorsComeFromMemoryOrFromFiles) {
  std::vector<std::uint32_t> numbers(50'001);
  std::iota(numbers.begin(), numbers.end(), 0U);
  const std::vector<std::uint64_t> none;
  const std::string letters = "abcde";
  const TemporaryFile in_memory, in_files;
  TensorFileWriter writer(std::map<std::string, std::string>{});
  writer.add<char>("letters", {5}, letters);
  writer.add<std::uint32_t>("numbers", {numbers.size()}, numbers);
  writer.add<std::uint64_t>("none", {0}, none);
  writer.write(in_memory.path(), 2, nullptr);

  FileArray<char> letter_file(in_files.path());
  FileArray<std::uint32_t> number_file(in_files.path());
  FileArray<std::uint64_t> empty_file(in_files.path());
  letter_file.append(letters);
  for (const std::uint32_t number : numbers) number_file.push_back(number);
  TensorFileWriter file_writer(std::map<std::string, std::string>{});
  file_writer.add("letters", letter_file);
  file_writer.add("numbers", number_file);
  file_writer.add("none", empty_file);
  file_writer.write(in_files.path(), 2, nullptr);
  EXPECT_TRUE(in_files.content() == in_memory.content());
}

TEST(TensorFile, CanBeReadAfterItsMemoryWasReleased) {
  const TemporaryFile path;
  write_example(path.path(), 2 * 5'000'000);
  const TensorFile file(path.path());
  file.verify_all(2);
  file.release();
  EXPECT_EQ(file.tensor<float>("numbers").back(), 9'999'999.0F);
}

TEST(TensorFile, VerifiesAllOfItself) {
  const TemporaryFile path;
  write_example(path.path());
  std::string bytes = path.content();
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  path.write(bytes);
  const TensorFile file(path.path());
  for (const int threads : {1, 2})
    EXPECT_EQ(error_of([&] { file.verify_all(threads); }).kind(), ErrorKind::damaged);
}

TEST(TensorFile, MayHoldEmptyTensorsOnly) {
  const TemporaryFile path;
  TensorFileWriter writer(std::map<std::string, std::string>{});
  writer.add<float>("none", {0, 3}, {});
  writer.write(path.path(), 1, nullptr);
  EXPECT_TRUE(TensorFile(path.path()).tensor<float>("none").empty());
}

TEST(TensorFile, IsTheSameForAnyNumberOfThreads) {
  const TemporaryFile path, other;
  write_example(path.path(), 50'000, 1);
  write_example(other.path(), 50'000, 4);
  EXPECT_TRUE(path.content() == other.content());
}

TEST(TensorFile, RefusesATensorThatIsNotThere) {
  const TemporaryFile path;
  write_example(path.path());
  const TensorFile file(path.path());
  EXPECT_THAT(error_of([&] { (void)file.tensor<float>("letters"); }).what(),
              HasSubstr("no tensor \"letters\" of type F32"));
  EXPECT_EQ(error_of([&] { (void)file.tensor<float>("digits"); }).kind(), ErrorKind::malformed);
}

TEST(TensorFile, CutAtAnyByteIsRefused) {
  const TemporaryFile path, cut;
  write_example(path.path(), 10);
  const std::string whole = path.content();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    cut.write(whole.substr(0, size));
    const Error error = error_of([&] { all_bytes(cut.path()); });
    EXPECT_THAT(error.what(), HasSubstr(cut.path())) << size;
  }
}

TEST(TensorFile, AnyFlippedBitIsNoticed) {
  const TemporaryFile path, flipped;
  write_example(path.path(), 10);
  const std::string whole = path.content();
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string bytes = whole;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
    flipped.write(bytes);
    EXPECT_THROW(all_bytes(flipped.path()), Error) << bit;
  }
}

TEST(TensorFile, DamageIsFoundWhereItIsAndNowhereElse) {
  const TemporaryFile path;
  write_example(path.path());
  std::string bytes = path.content();
  bytes[bytes.size() - 6] ^= 1;  // the last of the numbers; the letters follow
  path.write(bytes);
  const TensorFile file(path.path());
  const auto numbers = file.tensor<float>("numbers");
  EXPECT_NO_THROW(file.verify(std::as_bytes(numbers.first(10))));
  for (const int threads : {1, 4}) {
    const Error error = error_of([&] { file.verify(std::as_bytes(numbers), threads); });
    EXPECT_EQ(error.kind(), ErrorKind::damaged);
    EXPECT_THAT(error.what(), HasSubstr("have changed"));
  }
}

TEST(TensorFile, TrailingBytesAreRefused) {
  const TemporaryFile path;
  write_example(path.path(), 10);
  path.write(path.content() + "x");
  EXPECT_EQ(error_of([&] { TensorFile file(path.path()); }).kind(), ErrorKind::damaged);
}

TEST(TensorFile, MayBeVerifiedByManyThreadsAtOnce) {
  const TemporaryFile path;
  write_example(path.path());
  const TensorFile file(path.path());
  const auto numbers = file.tensor<float>("numbers");
  run_on_threads(4, [&] { EXPECT_NO_THROW(file.verify(std::as_bytes(numbers), 2)); });
}

// A file with any header, for those a bit flip does not reach. Each must be refused when opened.
void expect_refused(const std::string& header, const std::string& data, const char* why) {
  const TemporaryFile path;
  const std::uint64_t length = header.size();
  path.write(std::string(reinterpret_cast<const char*>(&length), 8) + header + data);
  EXPECT_THAT(error_of([&] { TensorFile file(path.path()); }).what(), HasSubstr(why)) << header;
}

TEST(TensorFile, MalformedHeadersAreRefused) {
  expect_refused("", "", "not a JSON object");
  expect_refused("[]", "", "not a JSON object");
  expect_refused("{", "", "not a JSON object");
  expect_refused(std::string(100'000, '['), "", "JSON nested more than 64 deep");
  expect_refused("{}", "", "without checksums");
  expect_refused("{}", "xyz", "3 bytes follow the last tensor");
  expect_refused(R"({"__metadata__":[]})", "", "metadata is not");
  expect_refused(R"({"__metadata__":{"a":1}})", "", "other than strings");
  expect_refused(R"({"t":1})", "", "does not describe tensors");
  expect_refused(R"({"t":{"dtype":"F32","shape":[1]}})", "", "does not describe tensors");
  expect_refused(R"({"t":{"dtype":"X9","shape":[],"data_offsets":[0,4]}})", "abcd",
                 "unknown tensor type");
  expect_refused(R"({"t":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", "abcd",
                 "lacks a number");
  expect_refused(R"({"t":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}})", "abcd",
                 "lacks a number");
  expect_refused(R"({"t":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "abcd",
                 "not match its shape");
  expect_refused(R"({"t":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})", "abcd",
                 "not match its shape");
  expect_refused(R"({"t":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", "abcd",
                 "8 bytes of data are announced, but there are 4");
  expect_refused(R"({"t":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", "abcdefgh",
                 "leave a gap");
  expect_refused(R"({"t":{"dtype":"U8","shape":[4294967296,4294967296,4],"data_offsets":[0,0]}})",
                 "", "overflows");
  expect_refused(
      R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})",
      "abcd", "overlap");
  expect_refused(
      R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[3],"data_offsets":[2,5]}})",
      "abcde", "overlap");
}

TEST(TensorFile, AHeaderLargerThanTheFileOrTheBoundIsRefused) {
  const TemporaryFile path;
  path.write(std::string("\x10\0\0\0\0\0\0\0{}", 10));
  EXPECT_THAT(error_of([&] { TensorFile file(path.path()); }).what(),
              HasSubstr("middle of its header"));
  path.write(std::string("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0{}", 10));
  EXPECT_THAT(error_of([&] { TensorFile file(path.path()); }).what(),
              HasSubstr("larger than 100 MiB"));
}

TEST(TensorFile, TextAndNothingAreNamedAsSuch) {
  const TemporaryFile path;
  path.write("the 0.1 0.2\nof 0.3 0.4\n");
  EXPECT_THAT(error_of([&] { TensorFile file(path.path()); }).what(),
              HasSubstr("is text or another format"));
  path.write("");
  EXPECT_THAT(error_of([&] { TensorFile file(path.path()); }).what(), HasSubstr("is empty"));
}

}  // namespace
}  // namespace oovec
