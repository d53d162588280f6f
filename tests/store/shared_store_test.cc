// Stores that many threads and programs use at once, and programs that are killed meanwhile.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <random>
#include <thread>
#include <vector>

#include "oovec/base/error.h"
#include "oovec/store/store.h"
#include "tests/store/stores.h"
#include "tests/support/error_of.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

void on_threads(int count, const std::function<void(int)>& body) {
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) threads.emplace_back([&body, i] { body(i); });
  for (std::thread& thread : threads) thread.join();
}

// Runs `body` in another process, which ends with 0 if nothing is thrown.
pid_t start_process(const std::function<void()>& body) {
  const pid_t child = fork();
  if (child != 0) return child;
  try {
    body();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    _exit(1);
  }
  _exit(0);
}

int exit_status(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

// Numbers that a process and its children share.
class SharedCounters {
 public:
  static constexpr std::size_t size = 4;

  SharedCounters()
      : counters_(static_cast<std::atomic<std::uint64_t>*>(
            mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
  ~SharedCounters() { munmap(counters_, 4096); }
  SharedCounters(const SharedCounters&) = delete;
  SharedCounters& operator=(const SharedCounters&) = delete;

  std::atomic<std::uint64_t>& operator[](std::size_t i) const { return counters_[i]; }

 private:
  std::atomic<std::uint64_t>* counters_;
};

void use_from_threads(Store& store) {
  constexpr int threads = 4;
  constexpr int adds = 40;
  on_threads(2 * threads, [&](int thread) {
    for (int i = 0; i < adds; ++i) {
      const std::string mine = "own" + std::to_string(thread % threads);
      if (thread < threads) {
        store.add(mine, "the text " + std::to_string(i), i);
        store.add("common", "the text " + std::to_string(i), i);
      } else {
        const auto found = store.find(mine);
        EXPECT_TRUE(!found || found->count == found->contexts.size());
        (void)store.words({.order = WordOrder::recent, .limit = 3});
        (void)store.totals();
      }
    }
  });
  EXPECT_EQ(count_of(store, "common"), threads * adds);
  EXPECT_EQ(texts_of(store, "common").size(), adds);
  for (int i = 0; i < threads; ++i) EXPECT_EQ(count_of(store, "own" + std::to_string(i)), adds);
  store.check();
}

TEST(SharedStore, ManyThreadsUseAFile) {
  const Scratch scratch;
  Store store = Store::open(scratch.path("words.db"), store_options());
  use_from_threads(store);
}

TEST(SharedStore, ManyThreadsUseAStoreInMemory) {
  Store store = Store::in_memory(store_options());
  use_from_threads(store);
}

TEST(SharedStore, EveryThreadHearsOfItsOwnMistakes) {
  Store store = Store::in_memory(store_options());
  std::array<std::atomic<int>, 2> refused{};
  on_threads(4, [&](int thread) {
    for (int i = 0; i < 50; ++i) try {
        store.add("word", thread % 2 == 0 ? "fine" : "\xFF", 0);
      } catch (const Error&) {
        ++refused[static_cast<std::size_t>(thread % 2)];
      }
  });
  EXPECT_EQ(refused[0], 0);
  EXPECT_EQ(refused[1], 100);
  EXPECT_EQ(count_of(store, "word"), 100U);
}

TEST(SharedStore, SeveralProgramsMakeAndUseAFile) {
  const Scratch scratch;
  const std::string path = scratch.path("words.db");
  for (int round = 0; round < 5; ++round) {
    std::vector<pid_t> children;
    for (int child = 0; child < 3; ++child)
      children.push_back(start_process([&] {
        Store store = Store::open(path + std::to_string(round), store_options());
        for (int i = 0; i < 20; ++i) store.add("common", "text " + std::to_string(i), i);
      }));
    for (const pid_t child : children) EXPECT_EQ(exit_status(child), 0);
    const Store store = Store::open(path + std::to_string(round));
    EXPECT_EQ(count_of(store, "common"), 60U);
    store.check();
  }
}

// A reader sees one moment, whatever is written meanwhile.
TEST(SharedStore, AnotherProgramReadsWhatIsThere) {
  const Scratch scratch;
  Store store = Store::open(scratch.path("words.db"), store_options());
  const pid_t child = start_process([&] {
    const Store other = Store::open(scratch.path("words.db"));
    for (int i = 0; i < 100; ++i) {
      const auto found = other.find("pomelo");
      if (found && found->count != found->contexts.size()) _exit(2);
    }
  });
  for (int i = 0; i < 100; ++i) store.add("pomelo", "text " + std::to_string(i), i);
  EXPECT_EQ(exit_status(child), 0);
}

TEST(SharedStore, AFileThatIsTakenAwayWhileItIsInUseIsAnError) {
  const Scratch scratch;
  const std::string path = scratch.path("words.db");
  Store store = Store::open(path, store_options());
  store.add("pomelo", "A pomelo.", 1);
  std::filesystem::rename(path, scratch.path("away.db"));
  const Error error = error_of([&] { store.add("pomelo", "Another pomelo.", 2); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_EQ(error.what(), path +
                              ": the store was removed or replaced while it was in use; put it "
                              "back, or start the program again");
  scratch.file("words.db", "something else");
  EXPECT_EQ(error_of([&] { (void)store.find("pomelo"); }).kind(), ErrorKind::io);
  std::filesystem::rename(scratch.path("away.db"), path);
  store.add("pomelo", "A third pomelo.", 3);
  EXPECT_EQ(count_of(store, "pomelo"), 2U);
  EXPECT_EQ(texts_of(store, "pomelo").size(), 2U);
}

// Adds until it is killed, and tells how many of each thread's words have been acknowledged.
void add_for_ever(const std::string& path, const std::string& name,
                  const SharedCounters& acknowledged) {
  StoreOptions options = store_options(10'000);
  Store store = Store::open(path, options);
  on_threads(SharedCounters::size, [&](int thread) {
    const std::string word = name + std::to_string(thread);
    for (std::uint64_t i = 0;; ++i) {
      store.add(word, "the text of number " + std::to_string(i), static_cast<std::int64_t>(i));
      ++acknowledged[static_cast<std::size_t>(thread)];
    }
  });
}

void expect_all_acknowledged(const Store& store, const std::string& name,
                             const SharedCounters& acknowledged) {
  for (std::size_t i = 0; i < SharedCounters::size; ++i) {
    const auto word = store.find(name + std::to_string(i));
    const std::uint64_t count = word ? word->count : 0;
    EXPECT_GE(count, acknowledged[i]);
    EXPECT_LE(count, acknowledged[i] + 1);  // one may have been written, but not told of
    EXPECT_EQ(word ? word->contexts.size() : 0, count);
  }
}

TEST(SharedStore, NothingAcknowledgedIsLostByKillingTheProgram) {
  const Scratch scratch;
  const std::string path = scratch.path("words.db");
  std::mt19937 random(1);
  for (int kill_number = 0; kill_number < 100; ++kill_number) {
    const SharedCounters acknowledged;
    const std::string name = "kill" + std::to_string(kill_number) + "-";
    const pid_t child = start_process([&] { add_for_ever(path, name, acknowledged); });
    while (acknowledged[0] == 0) usleep(200);
    usleep(random() % 20'000);
    kill(child, SIGKILL);
    EXPECT_TRUE(WIFSIGNALED(exit_status(child)));
    const Store store = Store::open(path);
    expect_all_acknowledged(store, name, acknowledged);
    if (kill_number % 10 == 9) store.check();
  }
}

TEST(SharedStore, KillingTheProgramThatMakesItLeavesAFileThatCanBeUsed) {
  const Scratch scratch;
  std::mt19937 random(2);
  for (int kill_number = 0; kill_number < 50; ++kill_number) {
    const SharedCounters acknowledged;
    const std::string path = scratch.path(std::to_string(kill_number) + ".db");
    const pid_t child = start_process([&] { add_for_ever(path, "word", acknowledged); });
    usleep(random() % 3000);
    kill(child, SIGKILL);
    exit_status(child);
    Store store = Store::open(path, store_options(10'000));
    expect_all_acknowledged(store, "word", acknowledged);
    store.add("pomelo", "A pomelo.", 1);
    store.check();
  }
}

}  // namespace
}  // namespace oovec
