#include "oovec/io/map_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include "oovec/io/map.h"
#include "oovec/io/output.h"
#include "oovec/io/tensor_file.h"
#include "tests/support/error_of.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

// Cuts the file short, in a process of its own.
void truncate(const std::string& path, std::size_t size) {
  ASSERT_EQ(std::system(("truncate -s " + std::to_string(size) + " '" + path + "'").c_str()), 0);
}

char byte_at(const MappedFile& file, std::size_t at) {
  return static_cast<char>(*const_cast<const volatile std::byte*>(file.bytes().data() + at));
}

class MapGuardTest : public testing::Test {
 protected:
  MapGuardTest() { install_map_guard(); }

  const Scratch scratch_;
  const std::string path_ = scratch_.file("a", std::string(100'000, 'x'));
};

TEST_F(MapGuardTest, AFileCutShortReadsAsZerosAndIsLost) {
  const MappedFile file(path_);
  const MappedFile other(scratch_.file("b", "some bytes"));
  EXPECT_EQ(byte_at(file, 99'999), 'x');
  truncate(path_, 8192);
  EXPECT_NO_THROW(file.check_not_lost());
  EXPECT_EQ(byte_at(file, 50'000), '\0');
  EXPECT_EQ(byte_at(file, 99'999), '\0');
  EXPECT_EQ(byte_at(file, 8191), 'x');
  const Error error = error_of([&] { file.check_not_lost(); });
  EXPECT_EQ(error.kind(), ErrorKind::damaged);
  EXPECT_THAT(error.what(), testing::HasSubstr(path_ + ": the file became shorter"));
  EXPECT_THROW(check_mappings(), Error);
  EXPECT_EQ(lost_file(), path_);
  EXPECT_NO_THROW(other.check_not_lost());
}

TEST_F(MapGuardTest, WhatIsNoLongerMappedKeepsNobodyFromGoingOn) {
  {
    const MappedFile file(path_);
    truncate(path_, 0);
    EXPECT_EQ(byte_at(file, 0), '\0');
  }
  EXPECT_NO_THROW(check_mappings());
  EXPECT_EQ(lost_file(), path_);  // but it is not forgotten
}

TEST_F(MapGuardTest, ManyThreadsSurvive) {
  const MappedFile file(path_);
  truncate(path_, 0);
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (std::size_t i = 0; i < 8; ++i)
    threads.emplace_back([&, i] { EXPECT_EQ(byte_at(file, i * 10'000), '\0'); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THROW(file.check_not_lost(), Error);
}

TEST_F(MapGuardTest, NoOutputIsMadeOfWhatIsLost) {
  const MappedFile file(path_);
  Output output(scratch_.path("copy"));
  output.write(file.bytes().first(10));
  truncate(path_, 0);
  const char lost = byte_at(file, 20);
  output.write({&lost, 1});
  EXPECT_EQ(error_of([&] { output.commit(); }).kind(), ErrorKind::damaged);
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("copy")));
}

TEST_F(MapGuardTest, OtherBusErrorsEndTheProgram) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::raise(SIGBUS);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

// A file of tensors whose numbers are written over by `cp`, with others and as many: nothing is cut
// short when it is looked at next.
TEST_F(MapGuardTest, AFileOfTensorsThatIsWrittenOverIsNoticed) {
  const auto write = [&](const std::string& name, float number) {
    const std::vector<float> numbers(50'000, number);
    TensorFileWriter writer({});
    writer.add<float>("numbers", {numbers.size()}, numbers);
    writer.write(scratch_.path(name), 1, nullptr);
  };
  write("old", 1);
  write("new", 2);
  const TensorFile file(scratch_.path("old"));
  file.verify(std::as_bytes(file.tensor<float>("numbers")));
  EXPECT_NO_THROW(file.check_unchanged());
  Output before(scratch_.path("before"));
  EXPECT_NO_THROW(before.commit());
  ASSERT_EQ(std::system(("touch '" + scratch_.path("old") + "'").c_str()), 0);
  EXPECT_NO_THROW(file.check_unchanged());  // it holds what it held
  ASSERT_EQ(
      std::system(("cp '" + scratch_.path("new") + "' '" + scratch_.path("old") + "'").c_str()), 0);
  EXPECT_EQ(error_of([&] { file.check_unchanged(); }).kind(), ErrorKind::damaged);
  Output after(scratch_.path("after"));
  EXPECT_THROW(after.commit(), Error);
}

TEST_F(MapGuardTest, WhatWasLostIsForgottenOnceItIsNotMapped) {
  {
    const MappedFile file(path_);
    truncate(path_, 0);
    EXPECT_EQ(byte_at(file, 20), '\0');
    forget_lost_files();
    EXPECT_EQ(lost_file(), path_);
    EXPECT_THROW(check_mappings(), Error);
  }
  EXPECT_EQ(lost_file(), path_);
  forget_lost_files();
  EXPECT_EQ(lost_file(), std::nullopt);
  EXPECT_NO_THROW(check_mappings());
}

}  // namespace
}  // namespace oovec
