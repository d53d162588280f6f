#include "oovec/io/output.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <functional>
#include <memory>
#include <thread>

#include "oovec/base/error.h"
#include "oovec/io/descriptor.h"
#include "oovec/io/temporary.h"
#include "tests/io/codecs.h"
#include "tests/support/scratch.h"
#include "tests/support/unprivileged.h"

namespace oovec {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void write_file(const std::string& path, std::string_view content) {
  Output out(path);
  out.write(content);
  out.commit();
}

// The message of the Error(io) that `action` must end in.
std::string io_failure(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

mode_t permissions(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 0777;
}

TEST(Output, ItsStartCanBeOverwritten) {
  const Scratch scratch;
  for (const std::size_t size : {std::size_t{10}, std::size_t{1} << 20}) {
    Output out(scratch.path("a"));
    ASSERT_TRUE(out.can_overwrite());
    out.write("???" + std::string(size, 'x'));
    out.overwrite_start("123");
    out.write("end");
    out.commit();
    EXPECT_EQ(scratch.content("a"), "123" + std::string(size, 'x') + "end");
  }
}

TEST(Output, TheStartOfPipesAndCompressedFilesCannotBeOverwritten) {
  const Scratch scratch;
  EXPECT_FALSE(Output("/dev/null").can_overwrite());
  EXPECT_FALSE(Output(scratch.path("a.gz"), Compression::gzip).can_overwrite());
}

TEST(Output, AppearsUnderItsNameWhenCommitted) {
  const Scratch scratch;
  scratch.file("a", "old");
  Output out(scratch.path("a"));
  EXPECT_EQ(out.path(), scratch.path("a"));
  out.write("new ");
  out.write(std::as_bytes(std::span("bytes", 5)));
  EXPECT_EQ(scratch.content("a"), "old");
  out.commit();
  EXPECT_EQ(scratch.content("a"), "new bytes");
  EXPECT_THAT(scratch.names(), ElementsAre("a"));
}

TEST(Output, NotCommittedLeavesTheOldFileAndNothingElse) {
  const Scratch scratch;
  scratch.file("a", "old");
  Output(scratch.path("a")).write(sample_text(1'000'000));
  Output(scratch.path("b")).write("new");
  EXPECT_EQ(scratch.content("a"), "old");
  EXPECT_THAT(scratch.names(), ElementsAre("a"));
}

TEST(Output, HasAllThatWasWrittenInAnyPieces) {
  const Scratch scratch;
  EXPECT_TRUE(rc::check([&] {
    const auto compression = *rc::gen::element(Compression::none, Compression::gzip,
                                               Compression::bzip2, Compression::zstd);
    const auto size = *rc::gen::inRange<std::size_t>(0, 800'000);
    const auto piece_size = *rc::gen::inRange<std::size_t>(1, 600'000) >> *rc::gen::inRange(0, 16);
    const std::string text = sample_text(size);
    Output out(scratch.path("a"), compression);
    for (std::string_view rest = text; !rest.empty();) {
      const std::string_view piece = rest.substr(0, piece_size + 1);
      out.write(piece);
      rest.remove_prefix(piece.size());
    }
    out.commit();
    const auto input = open_input(scratch.path("a"));
    RC_ASSERT(input->compression() == compression);
    RC_ASSERT(read_all(*input) == text);
  }));
}

TEST(Output, WritesTheSameCompressedBytesEachTime) {
  const Scratch scratch;
  for (const Compression compression : {Compression::gzip, Compression::bzip2, Compression::zstd}) {
    for (const char* name : {"a", "b"}) {
      Output out(scratch.path(name), compression);
      out.write(sample_text(500'000));
      out.commit();
    }
    EXPECT_EQ(scratch.content("a"), scratch.content("b"));
  }
}

TEST(Output, CompressesAsItsNameAsks) {
  EXPECT_EQ(compression_for_name("a.txt.gz"), Compression::gzip);
  EXPECT_EQ(compression_for_name("a.bz2"), Compression::bzip2);
  EXPECT_EQ(compression_for_name("a.zst"), Compression::zstd);
  EXPECT_EQ(compression_for_name("a.gz.txt"), Compression::none);
  EXPECT_EQ(compression_for_name(""), Compression::none);
}

TEST(Output, TakesItsPermissionsFromTheOldFileOrTheUmask) {
  const Scratch scratch;
  ::chmod(scratch.file("old", "x").c_str(), 0640);
  const mode_t umask = ::umask(027);
  write_file(scratch.path("old"), "y");
  write_file(scratch.path("new"), "y");
  ::umask(umask);
  EXPECT_EQ(permissions(scratch.path("old")), 0640);
  EXPECT_EQ(permissions(scratch.path("new")), 0640);
  ::chmod(scratch.path("old").c_str(), 0666);
  write_file(scratch.path("old"), "z");
  EXPECT_EQ(permissions(scratch.path("old")), 0666);
}

TEST(Output, DoesNotReplaceAFileThatMayNotBeWritten) {
  const Scratch scratch;
  ::chmod(scratch.directory().c_str(), 0777);
  ::chmod(scratch.file("a", "old").c_str(), 0444);
  const Unprivileged user;
  EXPECT_THAT(io_failure([&] { Output(scratch.path("a")); }),
              AllOf(HasSubstr(scratch.path("a")), HasSubstr("Permission denied")));
  EXPECT_THAT(scratch.names(), ElementsAre("a"));
}

TEST(Output, FollowsLinksAndKeepsThem) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("sub"));
  scratch.file("sub/file", "old");
  std::filesystem::create_symlink("sub/link", scratch.path("link"));
  std::filesystem::create_symlink("file", scratch.path("sub/link"));
  std::filesystem::create_symlink(scratch.path("missing"), scratch.path("dangling"));
  write_file(scratch.path("link"), "new");
  write_file(scratch.path("dangling"), "made");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path("link")));
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path("sub/link")));
  EXPECT_EQ(scratch.content("sub/file"), "new");
  EXPECT_EQ(scratch.content("missing"), "made");
}

TEST(Output, RefusesLinksThatLeadNowhere) {
  const Scratch scratch;
  std::filesystem::create_symlink("b", scratch.path("a"));
  std::filesystem::create_symlink("a", scratch.path("b"));
  EXPECT_THAT(io_failure([&] { Output(scratch.path("a")); }), HasSubstr("symbolic links"));
}

TEST(Output, MayHaveTheLongestNamePossible) {
  const Scratch scratch;
  write_file(scratch.path(std::string(255, 'a')), "x");
  EXPECT_EQ(scratch.content(std::string(255, 'a')), "x");
}

TEST(Output, SaysWhyAFileCannotBeCreated) {
  const Scratch scratch;
  EXPECT_THAT(io_failure([&] { Output(scratch.path("no/file")); }),
              AllOf(HasSubstr(scratch.path("no/file")), HasSubstr("No such file")));
  EXPECT_THAT(io_failure([&] { Output out(scratch.directory()); }), HasSubstr("Is a directory"));
  EXPECT_THAT(io_failure([&] { Output(scratch.directory() + "/"); }), HasSubstr("Is a directory"));
  EXPECT_THAT(io_failure([] { Output(""); }), HasSubstr("No such file"));
  EXPECT_THAT(scratch.names(), IsEmpty());
}

TEST(Output, ToAFullDeviceFails) {
  for (const Compression compression : {Compression::none, Compression::zstd}) {
    Output out("/dev/full", compression);
    EXPECT_THAT(io_failure([&] {
                  out.write("text");
                  out.commit();
                }),
                AllOf(HasSubstr("/dev/full"), HasSubstr("No space left")));
  }
}

TEST(Output, WithAFailedWriteCannotBeCommitted) {
  Output out("/dev/full");
  io_failure([&] { out.write(sample_text(1'000'000)); });
  EXPECT_THAT(io_failure([&] { out.write("more"); }), HasSubstr("an earlier write failed"));
  EXPECT_THAT(io_failure([&] { out.commit(); }), HasSubstr("an earlier write failed"));
}

// Runs `action` in a child process; the value is its exit status as of waitpid.
int run_in_child(const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    action();
    ::_exit(0);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

TEST(Output, ThatGrowsTooLargeFailsAndLeavesTheOldFile) {
  const Scratch scratch;
  scratch.file("a", "old");
  const int status = run_in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100'000, 100'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_file(scratch.path("a"), sample_text(1'000'000));
    } catch (const Error& error) {
      const std::string expected = "cannot write " + scratch.path("a") + ": File too large";
      ::_exit(error.kind() == ErrorKind::io && error.what() == expected ? 7 : 1);
    }
  });
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  EXPECT_EQ(scratch.content("a"), "old");
  EXPECT_THAT(scratch.names(), ElementsAre("a"));
}

TEST(Output, ToAPipeIsWrittenDirectly) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  const Descriptor pipe(::open(scratch.path("pipe").c_str(), O_RDWR));
  write_file(scratch.path("pipe"), "text");
  char text[5] = {};
  EXPECT_EQ(::read(pipe.get(), text, 4), 4);
  EXPECT_STREQ(text, "text");
  EXPECT_THAT(scratch.names(), ElementsAre("pipe"));
}

TEST(Output, WaitsForTheReaderOfANonBlockingPipe) {
  const std::string text = sample_text(1'000'000);
  int ends[2] = {};
  ASSERT_EQ(::pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
  const Descriptor read_end(ends[0]);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    write_file("-", text);
    ::_exit(0);
  }
  ::close(ends[1]);
  EXPECT_EQ(read_all(*open_input("/proc/self/fd/" + std::to_string(read_end.get()))), text);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(Output, NamedDashIsStandardOutput) {
  const Scratch scratch;
  for (const char* name : {"-", "/dev/stdout"}) {
    const int status = run_in_child([&] {
      ::dup2(::open(scratch.path("a").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600), STDOUT_FILENO);
      write_file(name, "text");
      ::_exit(::write(STDOUT_FILENO, "!", 1) == 1 ? 0 : 1);  // it stays open
    });
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(scratch.content("a"), "text!text!");
}

void discard_and_die(int signal_number) {
  Output::discard_all();
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

// Writes for ever, once `ready` has been told.
[[noreturn]] void write_until_killed(const std::string& path, int ready) {
  std::signal(SIGINT, discard_and_die);
  std::signal(SIGTERM, discard_and_die);
  const std::string text = sample_text(1'000'000);
  Output first(path);
  first.write(text);
  if (::write(ready, "!", 1) != 1) ::_exit(1);
  for (;;) {
    Output second(path + "2", Compression::zstd);
    second.write(text);
  }
}

TEST(Output, LeavesNothingWhenASignalEndsTheProgram) {
  for (const int signal_number : {SIGINT, SIGTERM}) {
    const Scratch scratch;
    scratch.file("a", "old");
    int ends[2] = {};
    ASSERT_EQ(::pipe(ends), 0);
    const Descriptor ready(ends[0]);
    const pid_t child = ::fork();
    if (child == 0) write_until_killed(scratch.path("a"), ends[1]);
    ::close(ends[1]);
    char byte = 0;
    ASSERT_EQ(::read(ready.get(), &byte, 1), 1);
    EXPECT_EQ(scratch.content("a"), "old");
    EXPECT_GE(scratch.names().size(), 2U);

    ::kill(child, signal_number);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal_number);
    EXPECT_EQ(scratch.content("a"), "old");
    EXPECT_THAT(scratch.names(), ElementsAre("a"));
  }
}

// As an index is that is used for augmenting only: its writer is given the path of a temporary.
TEST(Output, ATemporaryOfATemporaryGoesWithTheTarget) {
  const Scratch scratch;
  const int status = run_in_child([&] {
    const Temporary outer(scratch.path("a"));
    Output inner(outer.path());
    inner.write("text");
    ::raise(SIGKILL);
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(scratch.names().size(), 2U);
  Output out(scratch.path("a"));
  out.commit();
  EXPECT_THAT(scratch.names(), ElementsAre("a"));
}

TEST(Output, DiscardedByAForkedChildStays) {
  const Scratch scratch;
  Output out(scratch.path("a"));
  EXPECT_EQ(run_in_child([] { Output::discard_all(); }), 0);
  out.commit();
  EXPECT_THAT(scratch.names(), ElementsAre("a"));
}

TEST(Output, DiscardedCannotBeCommitted) {
  const Scratch scratch;
  Output out(scratch.path("a"));
  Output::discard_all();
  EXPECT_THAT(io_failure([&] { out.commit(); }), HasSubstr(scratch.path("a")));
  EXPECT_THAT(scratch.names(), IsEmpty());
}

// More than discard_all() can know of; and twice, so that its registry is used again.
TEST(Output, WorksInAnyNumber) {
  const Scratch scratch;
  for (int round = 0; round < 2; ++round) {
    std::vector<std::unique_ptr<Output>> outputs;
    outputs.reserve(100);
    for (int i = 0; i < 100; ++i)
      outputs.push_back(std::make_unique<Output>(scratch.path(std::to_string(i))));
    for (const auto& out : outputs) out->commit();
    EXPECT_EQ(scratch.names().size(), 100U);
  }
  Output out(scratch.path("0"));
  Output::discard_all();
  EXPECT_EQ(scratch.names().size(), 100U);
}

TEST(Output, CanBeDiscardedFromAnotherThreadAtAnyTime) {
  const Scratch scratch;
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int i = 0; i < 300; ++i) Output(scratch.path("a")).write("text");
    done = true;
  });
  while (!done) Output::discard_all();
  writer.join();
  EXPECT_THAT(scratch.names(), IsEmpty());
}

}  // namespace
}  // namespace oovec
