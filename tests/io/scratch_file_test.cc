#include "oovec/io/scratch_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string_view>

#include "oovec/base/error.h"
#include "tests/support/scratch.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

std::string read(const ScratchFile& file, std::uint64_t offset, std::size_t size) {
  std::string text(size, ' ');
  file.read(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

TEST(ScratchFile, GivesBackWhatWasAppended) {
  const Scratch scratch;
  ScratchFile file(scratch.path("x"));
  file.append(bytes_of("some "));
  file.append(bytes_of("bytes"));
  EXPECT_EQ(file.size(), 10U);
  EXPECT_EQ(read(file, 0, 10), "some bytes");
  file.append(bytes_of("!"));
  EXPECT_EQ(read(file, 5, 6), "bytes!");
  EXPECT_EQ(read(file, 11, 0), "");
}

TEST(ScratchFile, RefusesToReadBeyondItsEnd) {
  const Scratch scratch;
  ScratchFile file(scratch.path("x"));
  file.append(bytes_of("abc"));
  EXPECT_THROW(read(file, 1, 3), std::logic_error);
  EXPECT_THROW(read(file, ~std::uint64_t{0}, 2), std::logic_error);
}

TEST(ScratchFile, HasNoName) {
  const Scratch scratch;
  ScratchFile file(scratch.file("x", "precious"));
  file.append(bytes_of("abc"));
  EXPECT_THAT(scratch.names(), testing::ElementsAre("x"));
  EXPECT_EQ(scratch.content("x"), "precious");
}

TEST(ScratchFile, NeedsADirectory) {
  const Scratch scratch;
  EXPECT_EQ(error_of([&] { ScratchFile(scratch.path("none/x")); }).kind(), ErrorKind::io);
}

TEST(FileArray, GrowsBeyondItsBuffer) {
  const Scratch scratch;
  FileArray<std::uint32_t> array(scratch.path("x"));
  for (std::uint32_t i = 0; i < 100'000; ++i) array.push_back(i);
  EXPECT_EQ(array.size(), 100'000U);
  EXPECT_LT(array.file().size(), 400'000U);
  array.flush();
  EXPECT_EQ(array.size(), 100'000U);
  std::vector<std::uint32_t> values(100'000);
  array.file().read(0, std::as_writable_bytes(std::span(values)));
  for (std::uint32_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], i);
}

}  // namespace
}  // namespace oovec
