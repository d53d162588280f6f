#include "oovec/io/map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string_view>
#include <utility>

#include "oovec/base/error.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

std::string_view text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

TEST(MappedFile, HoldsTheBytesOfTheFile) {
  const Scratch scratch;
  const MappedFile file(scratch.file("a", "some bytes"));
  EXPECT_EQ(text_of(file), "some bytes");
  EXPECT_EQ(file.path(), scratch.path("a"));
}

TEST(MappedFile, MayBeEmpty) {
  const Scratch scratch;
  EXPECT_TRUE(MappedFile(scratch.file("a", "")).bytes().empty());
}

TEST(MappedFile, StaysReadableWhenTheFileIsRemoved) {
  const Scratch scratch;
  const MappedFile file(scratch.file("a", "some bytes"));
  std::filesystem::remove(file.path());
  EXPECT_EQ(text_of(file), "some bytes");
}

TEST(MappedFile, RefusesWhatIsNoFile) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  for (const auto& [path, reason] : {std::pair(scratch.path("missing"), "No such file"),
                                     std::pair(scratch.directory(), "Is a directory"),
                                     std::pair(scratch.path("pipe"), "pipe")}) {
    try {
      const MappedFile file(path);
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      EXPECT_THAT(error.what(),
                  testing::AllOf(testing::HasSubstr(path), testing::HasSubstr(reason)));
    }
  }
}

TEST(MappedFile, MovesItsBytesWithoutCopyingThem) {
  const Scratch scratch;
  MappedFile first(scratch.file("a", "first"));
  MappedFile second(scratch.file("b", "second"));
  const std::byte* const address = first.bytes().data();

  MappedFile moved(std::move(first));
  EXPECT_EQ(moved.bytes().data(), address);
  EXPECT_TRUE(first.bytes().empty());  // NOLINT(bugprone-use-after-move): that is the point

  second = std::move(moved);
  EXPECT_EQ(second.bytes().data(), address);
  EXPECT_EQ(text_of(second), "first");
  EXPECT_EQ(second.path(), scratch.path("a"));
  EXPECT_TRUE(moved.bytes().empty());  // NOLINT(bugprone-use-after-move)
}

TEST(MappedFile, TellsWhetherItHasBeenWrittenTo) {
  const Scratch scratch;
  const MappedFile file(scratch.file("a", "some bytes"));
  EXPECT_FALSE(file.may_have_changed());
  scratch.file("b", "other bytes");
  std::filesystem::rename(scratch.path("b"), scratch.path("a"));
  EXPECT_FALSE(file.may_have_changed());  // it is still the old one
  EXPECT_NO_THROW(file.check_unchanged());

  const MappedFile other(scratch.path("a"));
  std::filesystem::resize_file(scratch.path("a"), 3);
  EXPECT_TRUE(other.may_have_changed());
  EXPECT_THROW(other.check_unchanged(), Error);
}

}  // namespace
}  // namespace oovec
