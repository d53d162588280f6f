#include "lab/experiment/inputs.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/support/scratch.h"

namespace oovec::lab {
namespace {

namespace fs = std::filesystem;

class InputsTest : public testing::Test {
 protected:
  std::uint64_t look_at(const std::string& path) const {
    Inputs inputs(scratch_.path("memory.json"));
    const std::uint64_t fingerprint = inputs.add("text", path);
    inputs.remember();
    return fingerprint;
  }

  Scratch scratch_;
};

TEST_F(InputsTest, ContentDecidesNotTheName) {
  const std::uint64_t a = look_at(scratch_.file("a", "one"));
  EXPECT_EQ(look_at(scratch_.file("b", "one")), a);
  EXPECT_NE(look_at(scratch_.file("c", "two")), a);
}

TEST_F(InputsTest, AChangedFileIsReadAgain) {
  const std::uint64_t before = look_at(scratch_.file("a", "one"));
  EXPECT_NE(look_at(scratch_.file("a", "three")), before);
}

TEST_F(InputsTest, AFileOfTheSameSizeAndTimeIsTakenToBeTheSame) {
  const std::string path = scratch_.file("a", "one");
  const auto time = fs::last_write_time(path);
  const std::uint64_t before = look_at(path);
  scratch_.file("a", "two");
  fs::last_write_time(path, time);
  EXPECT_EQ(look_at(path), before);
  scratch_.file("memory.json", "{ damaged");
  EXPECT_NE(look_at(path), before);
}

TEST_F(InputsTest, AFolderIsItsFilesAndTheirNames) {
  fs::create_directories(scratch_.path("one/deep"));
  fs::create_directories(scratch_.path("two/deep"));
  scratch_.file("one/deep/a", "x");
  scratch_.file("two/deep/a", "x");
  const std::uint64_t one = look_at(scratch_.path("one"));
  EXPECT_EQ(look_at(scratch_.path("two")), one);
  fs::rename(scratch_.path("two/deep/a"), scratch_.path("two/deep/b"));
  EXPECT_NE(look_at(scratch_.path("two")), one);
}

TEST_F(InputsTest, AMissingFileIsNamed) {
  try {
    look_at(scratch_.path("nothing"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_NE(std::string(error.what()).find("nothing"), std::string::npos);
  }
}

}  // namespace
}  // namespace oovec::lab
