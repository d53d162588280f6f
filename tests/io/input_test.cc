#include "oovec/io/input.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <fstream>
#include <functional>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/wait_check.h"
#include "oovec/io/descriptor.h"
#include "tests/io/codecs.h"
#include "tests/support/error_of.h"
#include "tests/support/scratch.h"
#include "tests/support/unprivileged.h"

namespace oovec {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using namespace std::string_literals;

TEST(Input, ReadsAPlainFileAsItIs) {
  const Scratch scratch;
  const std::string text = sample_text(1'000'000);
  const auto input = open_input(scratch.file("a.gz", text));  // the name does not matter
  EXPECT_EQ(input->compression(), Compression::none);
  EXPECT_EQ(input->name(), scratch.path("a.gz"));
  EXPECT_EQ(input->raw_size(), text.size());
  EXPECT_EQ(input->raw_consumed(), 0);
  EXPECT_EQ(read_all(*input), text);
  EXPECT_EQ(input->raw_consumed(), text.size());
}

TEST(Input, OfAnEmptyFileIsEmpty) {
  const Scratch scratch;
  const auto input = open_input(scratch.file("empty", ""));
  EXPECT_EQ(read_all(*input), "");
  EXPECT_EQ(input->raw_size(), 0);
}

TEST(Input, ThatStartsAlmostLikeACompressedFileIsPlain) {
  for (const std::string& text :
       {"\x1F"s, "\x1F\x7F\x08"s, "B"s, "BZ"s, "BZh"s, "BZh0"s, "BZh9 0.1 0.2\n"s, "BZh9\n"s, "("s,
        "(a"s, "(\xC2\xB5/"s, "P*M"s, "P*M "s, "\x60*M\x18"s, "PK"s}) {
    EXPECT_EQ(decompress(text), text);
    EXPECT_EQ(memory_input(text, "a")->compression(), Compression::none);
  }
}

TEST(Input, RefusesArchivesItCannotUnpack) {
  for (const std::string& archive : {"\xFD"s + "7zXZ\0"s, "PK\x03\x04"s, "7z\xBC\xAF\x27\x1C"s}) {
    const Error error = error_of([&] { (void)memory_input(archive, "a.zip"); });
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_THAT(error.what(), HasSubstr("a.zip"));
  }
}

TEST(Input, SaysWhyAFileCannotBeOpened) {
  const Scratch scratch;
  const Error missing = error_of([&] { (void)open_input(scratch.path("missing")); });
  EXPECT_EQ(missing.kind(), ErrorKind::io);
  EXPECT_THAT(missing.what(), AllOf(HasSubstr(scratch.path("missing")), HasSubstr("No such file")));

  const Error directory = error_of([&] { (void)open_input(scratch.directory()); });
  EXPECT_EQ(directory.kind(), ErrorKind::io);
  EXPECT_THAT(directory.what(), AllOf(HasSubstr(scratch.directory()), HasSubstr("Is a directory")));
}

TEST(Input, SaysThatPermissionIsMissing) {
  const Scratch scratch;
  ::chmod(scratch.directory().c_str(), 0755);
  ::chmod(scratch.file("secret", "x").c_str(), 0);
  const Unprivileged user;
  const Error error = error_of([&] { (void)open_input(scratch.path("secret")); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("secret"), HasSubstr("Permission denied")));
}

TEST(Input, SaysWhereReadingFailed) {
  const Error error = error_of([] { read_all(*open_input("/proc/self/mem")); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr("cannot read /proc/self/mem at byte 0"));
}

// Puts something else in the place of standard input.
class StandardInput {
 public:
  explicit StandardInput(int replacement) : saved_(::dup(STDIN_FILENO)) {
    ::dup2(replacement, STDIN_FILENO);
  }
  ~StandardInput() { ::dup2(saved_.get(), STDIN_FILENO); }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  Descriptor saved_;
};

TEST(Input, NamedDashIsStandardInput) {
  int ends[2] = {};
  ASSERT_EQ(::pipe(ends), 0);
  const Descriptor read_end(ends[0]);
  const StandardInput redirected(read_end.get());
  const std::string text = sample_text(300'000);
  std::thread writer([&, write_end = Descriptor(ends[1])] {
    const std::string bytes = compress(Compression::zstd, text);
    ASSERT_EQ(::write(write_end.get(), bytes.data(), bytes.size()),
              static_cast<ssize_t>(bytes.size()));
  });
  const auto input = open_input("-");
  EXPECT_EQ(input->name(), "standard input");
  EXPECT_EQ(input->raw_size(), std::nullopt);
  EXPECT_EQ(read_all(*input), text);
  writer.join();
}

TEST(Input, OfRedirectedStandardInputStartsWhereOthersStopped) {
  const Scratch scratch;
  const Descriptor file(::open(scratch.file("a", "0123456789").c_str(), O_RDONLY));
  ASSERT_EQ(::lseek(file.get(), 4, SEEK_SET), 4);
  const StandardInput redirected(file.get());
  const auto input = open_input("-");
  EXPECT_EQ(input->raw_size(), 6);
  EXPECT_EQ(read_all(*input), "456789");
}

struct Format {
  Compression compression;
  const char* name;
  std::size_t magic_size;       // bytes without which it is not recognised
  std::size_t recognised_size;  // the least that is known to have been cut short
};

void PrintTo(const Format& format, std::ostream* out) { *out << format.name; }

class CompressedInput : public testing::TestWithParam<Format> {
 protected:
  std::string compressed(std::string_view plain) const {
    return compress(GetParam().compression, plain);
  }
};

INSTANTIATE_TEST_SUITE_P(Formats, CompressedInput,
                         testing::Values(Format{Compression::gzip, "gzip", 2, 2},
                                         Format{Compression::bzip2, "bzip2", 4, 4},
                                         Format{Compression::zstd, "zstd", 4, 2}),
                         [](const auto& format) { return format.param.name; });

TEST_P(CompressedInput, IsRecognisedByContent) {
  const Scratch scratch;
  const std::string text = sample_text(2'000'000);
  const std::string bytes = compressed(text);
  const auto input = open_input(scratch.file("a.txt", bytes));
  EXPECT_EQ(input->compression(), GetParam().compression);
  EXPECT_EQ(input->raw_size(), bytes.size());
  EXPECT_EQ(read_all(*input), text);
  EXPECT_EQ(input->raw_consumed(), bytes.size());
}

TEST_P(CompressedInput, IsTheSameForEveryReadSize) {
  const std::string text = sample_text(600'000);
  const std::string bytes = compressed(text);
  for (const std::size_t at_once : {1, 2, 3, 1000, 65535, 262144, 262145, 599'999, 1'000'000}) {
    const auto input = memory_input(bytes, "a");
    EXPECT_TRUE(read_all(*input, at_once) == text) << at_once;
  }
}

TEST_P(CompressedInput, FillsTheBufferUnlessItEnds) {
  const std::string text = sample_text(600'000);
  const std::string bytes = compressed(text);
  const auto input = memory_input(bytes, "a");
  std::vector<char> buffer(400'000);
  EXPECT_EQ(input->read(buffer), 400'000);
  EXPECT_EQ(input->read({}), 0);
  EXPECT_EQ(input->read(buffer), 200'000);
  EXPECT_EQ(input->read(buffer), 0);
  EXPECT_EQ(input->read(buffer), 0);
}

// Sizes around that of the blocks which are handed from thread to thread.
TEST_P(CompressedInput, OfAnySizeComesBack) {
  const std::string text = sample_text(2'000'000);
  const std::size_t block = 256 << 10;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, block - 1, block, block + 1,
                                 4 * block, 5 * block, text.size()})
    EXPECT_TRUE(decompress(compressed(text.substr(0, size))) == text.substr(0, size)) << size;
}

TEST_P(CompressedInput, MayConsistOfSeveralParts) {
  EXPECT_EQ(decompress(compressed("one ") + compressed("") + compressed("two") + compressed("")),
            "one two");
}

TEST_P(CompressedInput, CutShortAnywhereIsDamaged) {
  const std::string bytes = compressed(sample_text(500)) + compressed(sample_text(300));
  const std::size_t boundary = compressed(sample_text(500)).size();
  for (std::size_t size = GetParam().recognised_size; size < bytes.size(); ++size) {
    if (size == boundary) continue;
    const Error error = error_of(
        [&] { read_all(*memory_input(std::string_view(bytes).substr(0, size), "cut.txt")); });
    EXPECT_EQ(error.kind(), ErrorKind::damaged);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("cut.txt: the "),
                                    HasSubstr(fmt::format("early, at byte {}:", size))));
  }
}

TEST_P(CompressedInput, FollowedByOtherBytesIsDamaged) {
  const std::string bytes = compressed("text");
  for (const std::string& garbage : {"x"s, "text"s, "\0\0x"s, "\x1F!"s, "BZ!"s, "\x28\xB5!!!"s}) {
    const Error error = error_of([&] { decompress(bytes + garbage); });
    EXPECT_EQ(error.kind(), ErrorKind::damaged);
    EXPECT_THAT(error.what(), HasSubstr("fixture"));
  }
  EXPECT_THAT(error_of([&] { decompress(bytes + "text"); }).what(),
              HasSubstr(fmt::format("other data at byte {}:", bytes.size())));
}

// Damage is noticed, or harmless: in a gzip header's time stamp, for instance.
void expect_error_or(const std::string& text, std::string_view damaged_bytes) {
  try {
    EXPECT_TRUE(decompress(damaged_bytes) == text);
  } catch (const Error& error) {
    EXPECT_THAT(error.kind(), testing::AnyOf(ErrorKind::damaged, ErrorKind::unsupported));
    EXPECT_THAT(error.what(), AllOf(HasSubstr("fixture"), HasSubstr("byte ")));
  }
}

TEST_P(CompressedInput, WithAnyBitFlippedIsNeverReadWrongly) {
  const std::string text = sample_text(200);
  std::string bytes = compressed(text);
  for (std::size_t bit = 8 * GetParam().magic_size; bit < 8 * bytes.size(); ++bit) {
    SCOPED_TRACE(fmt::format("bit {} of byte {}", bit % 8, bit / 8));
    const auto flip = [&] { bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8)); };
    flip();
    expect_error_or(text, bytes);
    flip();
  }
}

TEST_P(CompressedInput, OfManyBlocksWithRandomBitsFlippedIsNeverReadWrongly) {
  const std::string text = sample_text(1'500'000);
  const std::string intact = compressed(text);
  std::mt19937 random(7);
  for (int repeat = 0; repeat < 10; ++repeat) {
    const std::size_t at =
        GetParam().magic_size + random() % (intact.size() - GetParam().magic_size);
    SCOPED_TRACE(fmt::format("byte {}", at));
    std::string bytes = intact;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
    expect_error_or(text, bytes);
  }
}

TEST_P(CompressedInput, GivesAllThatPrecedesTheDamageThenFailsEachTime) {
  const std::string text = sample_text(1'000'000);
  const std::string bytes = compressed(text) + "garbage";
  const auto input = memory_input(bytes, "a");
  std::vector<char> block(256 << 10);
  EXPECT_EQ(input->read(block), block.size());
  EXPECT_TRUE(std::equal(block.begin(), block.end(), text.begin()));
  const Error first = error_of([&] { read_all(*input); });
  const Error second = error_of([&] { read_all(*input); });
  EXPECT_EQ(first.kind(), ErrorKind::damaged);
  EXPECT_STREQ(first.what(), second.what());
}

TEST_P(CompressedInput, CanBeGivenUpAtAnyTime) {
  const std::string bytes = compressed(sample_text(2'500'000));
  (void)memory_input(bytes, "a");
  for (const std::size_t size : {1, 300'000, 2'000'000}) {
    std::vector<char> buffer(size);
    EXPECT_EQ(memory_input(bytes, "a")->read(buffer), size);
  }
}

// The writer of the pipe is this test, which writes no more: only an interrupt ends the wait.
TEST_P(CompressedInput, CanBeGivenUpWhileItWaitsForAPipe) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  const Descriptor pipe(::open(scratch.path("pipe").c_str(), O_RDWR));
  const std::string bytes = compressed(sample_text(1000));
  ASSERT_EQ(::write(pipe.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  EXPECT_EQ(open_input(scratch.path("pipe"))->compression(), GetParam().compression);
}

struct GivenUp {};

// The pipe has no writer, or one that is silent.
TEST(Input, WaitsForAPipeUntilToldToGiveUp) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  int asked = 0;
  const std::function<void()> check = [&] {
    if (++asked == 3) throw GivenUp();
  };
  const WaitCheck scope(&check);
  EXPECT_THROW((void)open_input(scratch.path("pipe")), GivenUp);
  const Descriptor silent(::open(scratch.path("pipe").c_str(), O_RDWR));
  asked = 0;
  EXPECT_THROW((void)open_input(scratch.path("pipe")), GivenUp);
}

TEST_P(CompressedInput, WaitsForTheRestOfAPipeUntilToldToGiveUp) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  const Descriptor silent(::open(scratch.path("pipe").c_str(), O_RDWR));
  const std::string bytes = compressed(sample_text(1000));
  ASSERT_EQ(::write(silent.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  const std::function<void()> check = [] { throw GivenUp(); };
  const WaitCheck scope(&check);
  const auto input = open_input(scratch.path("pipe"));
  EXPECT_THROW(read_all(*input), GivenUp);
}

TEST(Input, OfAPipeIsWhatIsWrittenLater) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  std::thread writer([&] {
    const Descriptor pipe(::open(scratch.path("pipe").c_str(), O_WRONLY));
    for (const char* part : {"some ", "text"}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      EXPECT_GT(::write(pipe.get(), part, std::strlen(part)), 0);
    }
  });
  EXPECT_EQ(read_all(*open_input(scratch.path("pipe"))), "some text");
  writer.join();
}

TEST_P(CompressedInput, TellsItsPositionToOtherThreads) {
  const std::string bytes = compressed(sample_text(2'000'000));
  const auto input = memory_input(bytes, "a");
  std::atomic<bool> done = false;
  std::thread observer([&] {
    std::uint64_t last = 0;
    while (!done) {
      const std::uint64_t now = input->raw_consumed();
      EXPECT_GE(now, last);
      last = now;
    }
  });
  read_all(*input);
  done = true;
  observer.join();
  EXPECT_EQ(input->raw_consumed(), bytes.size());
}

TEST(AppendFrom, GivesAsManyBytesAsThereAre) {
  const std::string text(100'000, 'x');
  for (const std::size_t size :
       {0UL, 1UL, 16'383UL, 16'384UL, 16'385UL, 99'999UL, 100'000UL, 200'000UL}) {
    const auto input = memory_input(text, "fixture");
    std::vector<char> bytes = {'a'};
    EXPECT_EQ(append_from(*input, size, bytes), std::min(size, text.size())) << size;
    EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "a" + text.substr(0, size)) << size;
    EXPECT_EQ(append_from(*input, text.size(), bytes), text.size() - std::min(size, text.size()));
  }
}

TEST(AppendFrom, MakesLittleRoomForAShortInput) {
  const auto input = memory_input("short", "fixture");
  std::vector<char> bytes;
  EXPECT_EQ(append_from(*input, std::size_t{1} << 30, bytes), 5U);
  EXPECT_LT(bytes.capacity(), std::size_t{1} << 20);
}

// Its size is taken when it is opened.
TEST(PlainInput, AFileThatGrowsIsReadToItsEnd) {
  const Scratch scratch;
  const std::string start(1000, 'b');
  const auto input = open_input(scratch.file("a", start));
  const std::string more(1'000'000, 'c');
  std::ofstream(scratch.path("a"), std::ios::app) << more;
  EXPECT_EQ(read_all(*input), start + more);
}

TEST(GzipInput, MayEndInZeros) {
  const std::string bytes = compress(Compression::gzip, "text");
  EXPECT_EQ(decompress(bytes + std::string(1, '\0')), "text");
  EXPECT_EQ(decompress(bytes + std::string(1'000'000, '\0')), "text");
  EXPECT_EQ(error_of([&] { decompress(bytes + std::string(1'000'000, '\0') + bytes); }).kind(),
            ErrorKind::damaged);
}

TEST(ZstdInput, MayContainSkippableFrames) {
  const std::string skippable = "\x5A\x2A\x4D\x18\x03\0\0\0abc"s;
  const std::string frame = compress(Compression::zstd, "text");
  EXPECT_EQ(decompress(skippable), "");
  EXPECT_EQ(decompress(skippable + frame + skippable + frame + skippable), "texttext");
  EXPECT_EQ(error_of([&] { decompress(frame + skippable.substr(0, 10)); }).kind(),
            ErrorKind::damaged);
}

// A frame of the two bytes "hi", whose header asks for a window of 2^(10 + exponent) bytes.
std::string frame_with_window(int exponent) {
  return "\x28\xB5\x2F\xFD"s + '\0' + static_cast<char>(exponent << 3) + "\x11\0\0hi"s;
}

TEST(ZstdInput, MayNeedALargeWindow) { EXPECT_EQ(decompress(frame_with_window(18)), "hi"); }

TEST(ZstdInput, ThatNeedsAWindowBeyondReasonIsRefused) {
  for (const int exponent : {22, 31}) {
    const Error error = error_of([&] { decompress(frame_with_window(exponent)); });
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("fixture"), HasSubstr("window")));
  }
}

}  // namespace
}  // namespace oovec
