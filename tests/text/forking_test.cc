#include "oovec/text/forking.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include "oovec/text/tokenizer.h"

namespace oovec {
namespace {

std::size_t count_tokens(std::string_view text) {
  Tokenizer tokenizer(TokenizerOptions{});
  tokenizer.start(text);
  std::size_t tokens = 0;
  while (const Sentence* sentence = tokenizer.next()) tokens += sentence->tokens.size();
  return tokens;
}

// A thread that takes a guard, as soon as nobody forks.
class Entering {
 public:
  bool has_entered() {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return entered_;
  }
  bool enters() {
    thread_.join();
    return entered_;
  }

 private:
  std::atomic<bool> entered_ = false;
  std::thread thread_{[this] {
    const ForkGuard guard;
    entered_ = true;
  }};
};

TEST(Forking, WaitsForThoseWhoHoldAGuardAndKeepsOthersOut) {
  std::optional<ForkGuard> held(std::in_place);
  std::atomic<bool> ready = false;
  std::thread forking([&] {
    before_fork();
    ready = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(ready);
  held.reset();
  forking.join();
  Entering entering;
  EXPECT_FALSE(entering.has_entered());
  after_fork_in_parent();
  EXPECT_TRUE(entering.enters());
}

TEST(Forking, KeepsOthersOutUntilAllForksAreOver) {
  after_fork_in_parent();  // of one that nobody was told of
  before_fork();
  before_fork();  // of another thread
  Entering entering;
  after_fork_in_parent();
  EXPECT_FALSE(entering.has_entered());
  after_fork_in_parent();
  EXPECT_TRUE(entering.enters());
}

// Without the functions, one child in some dozens hangs.
TEST(Forking, LeavesChildrenThatReadText) {
  constexpr std::string_view text = "Die 中文字符 é ภาษาไทย sind Zeichen.";
  const std::size_t expected = count_tokens(text);
  std::atomic<bool> done = false;
  std::thread reading([&] {
    while (!done) (void)count_tokens(text);
  });
  for (int i = 0; i < 50; ++i) {
    before_fork();
    const pid_t child = ::fork();
    if (child == 0) {
      after_fork_in_child();
      ::alarm(30);
      ::_exit(count_tokens(text) == expected ? 0 : 1);
    }
    after_fork_in_parent();
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  done = true;
  reading.join();
}

}  // namespace
}  // namespace oovec
