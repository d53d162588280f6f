#include "oovec/text/forking.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
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

TEST(Forking, WaitsForThoseWhoHoldAGuardAndKeepsOthersOut) {
  std::optional<ForkGuard> held(std::in_place);
  std::atomic<bool> ready = false, entered = false;
  std::thread forking([&] {
    before_fork();
    ready = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(ready);
  held.reset();
  forking.join();
  std::thread entering([&] {
    const ForkGuard guard;
    entered = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(entered);
  after_fork_in_parent();
  entering.join();
  EXPECT_TRUE(entered);
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
