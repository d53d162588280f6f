#include "oovec/base/parallel.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>

namespace oovec {
namespace {

TEST(ParallelFor, RunsEveryIndexOnce) {
  for (const int threads : {1, 2, 4}) {
    std::vector<std::atomic<int>> runs(1000);
    parallel_for(threads, runs.size(), [&](std::size_t i) { ++runs[i]; });
    for (const auto& count : runs) EXPECT_EQ(count, 1);
  }
}

TEST(ParallelFor, WithNothingToDoCallsNothing) {
  parallel_for(4, 0, [](std::size_t) { FAIL(); });
}

TEST(ParallelFor, ThrowsTheFirstFailureInOrder) {
  for (int repeat = 0; repeat < 50; ++repeat) {
    try {
      parallel_for(4, 100, [](std::size_t i) {
        if (i >= 3) throw std::runtime_error(std::to_string(i));
      });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "3");
    }
  }
}

// Every cell is made of two cells of the round before, so that a call too early would show.
std::vector<std::uint64_t> pascal_like(int threads, std::size_t rounds) {
  std::vector<std::uint64_t> old(16, 1), cells(16);
  parallel_rounds(
      threads, cells.size(),
      [&](std::size_t round, std::size_t i) {
        cells[i] = 3 * old[i] + old[(i + 1) % old.size()] + round * i;
      },
      [&](std::size_t round) {
        old = cells;
        return round + 1 < rounds;
      });
  return cells;
}

TEST(ParallelRounds, RunOneAfterTheOther) {
  std::vector<std::uint64_t> old(16, 1), cells(16);
  for (std::size_t round = 0; round < 2000; ++round, old = cells)
    for (std::size_t i = 0; i < cells.size(); ++i)
      cells[i] = 3 * old[i] + old[(i + 1) % old.size()] + round * i;
  for (const int threads : {1, 2, 4}) EXPECT_EQ(pascal_like(threads, 2000), cells);
}

TEST(ParallelRounds, EndAfterTheFirstRoundIfThereIsNoMore) {
  std::atomic<int> calls = 0;
  parallel_rounds(
      3, 5, [&](std::size_t, std::size_t) { ++calls; }, [](std::size_t) { return false; });
  EXPECT_EQ(calls, 5);
}

TEST(ParallelRounds, ThrowTheFirstFailureOfTheFirstRoundThatFails) {
  for (int repeat = 0; repeat < 50; ++repeat) {
    try {
      parallel_rounds(
          4, 10,
          [](std::size_t round, std::size_t i) {
            if (round == 2 && i >= 3) throw std::runtime_error(std::to_string(i));
          },
          [](std::size_t round) { return round < 10; });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "3");
    }
  }
}

TEST(ParallelRounds, ThrowWhatHappensBetweenThem) {
  EXPECT_THROW(parallel_rounds(
                   2, 3, [](std::size_t, std::size_t) {},
                   [](std::size_t) -> bool { throw std::runtime_error("between"); }),
               std::runtime_error);
}

std::vector<int> squares_through_pipeline(int threads, int count) {
  int next = 0;
  std::vector<int> squares;
  ordered_pipeline<int, int>(
      threads,
      [&]() -> std::optional<int> { return next < count ? std::optional(next++) : std::nullopt; },
      [](int& i) { return i * i; }, [&](int& square) { squares.push_back(square); });
  return squares;
}

TEST(OrderedPipeline, KeepsTheOrderOfProduction) {
  std::vector<int> expected(500);
  for (int i = 0; i < 500; ++i) expected[static_cast<std::size_t>(i)] = i * i;
  for (const int threads : {1, 2, 4}) EXPECT_EQ(squares_through_pipeline(threads, 500), expected);
}

TEST(OrderedPipeline, OfNothingConsumesNothing) {
  EXPECT_TRUE(squares_through_pipeline(3, 0).empty());
}

// The first item is consumed only when the other thread has worked on two more. A pipeline that
// lets a thread wait for its turn never gets there.
TEST(OrderedPipeline, GoesOnWorkingWhileOneThreadConsumes) {
  std::mutex mutex;
  std::condition_variable changed;
  int worked = 0, next = 0;
  bool went_on = false;
  ordered_pipeline<int, int>(
      2, [&]() -> std::optional<int> { return next < 6 ? std::optional(next++) : std::nullopt; },
      [&](int& i) {
        const std::lock_guard lock(mutex);
        ++worked;
        changed.notify_all();
        return i;
      },
      [&](int& i) {
        std::unique_lock lock(mutex);
        if (i == 0)
          went_on = changed.wait_for(lock, std::chrono::minutes(1), [&] { return worked >= 3; });
      });
  EXPECT_TRUE(went_on);
}

TEST(OrderedPipeline, HasAtMostTwoItemsPerThreadInFlight) {
  std::atomic<int> in_flight = 0, most = 0;
  int next = 0;
  ordered_pipeline<int, int>(
      3,
      [&]() -> std::optional<int> {
        if (next == 300) return std::nullopt;
        most = std::max<int>(most, ++in_flight);
        return next++;
      },
      [](int& i) { return i; }, [&](int&) { --in_flight; });
  EXPECT_LE(most, 6);
}

// Where a failure happens must not change what was consumed before it.
TEST(OrderedPipeline, ConsumesAllBeforeTheFirstFailureAndThrowsIt) {
  enum Stage { in_produce, in_work, in_consume };
  for (const Stage stage : {in_produce, in_work, in_consume}) {
    for (const int threads : {1, 2, 4}) {
      int next = 0;
      std::vector<int> consumed;
      const auto fail_at_7 = [](int i) {
        if (i >= 7) throw std::runtime_error(std::to_string(i));
      };
      try {
        ordered_pipeline<int, int>(
            threads,
            [&]() -> std::optional<int> {
              if (stage == in_produce) fail_at_7(next);
              return next++;
            },
            [&](int& i) {
              if (stage == in_work) fail_at_7(i);
              return i;
            },
            [&](int& i) {
              if (stage == in_consume) fail_at_7(i);
              consumed.push_back(i);
            });
        FAIL() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "7");
      }
      EXPECT_EQ(consumed, (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
    }
  }
}

TEST(Pool, HandsAnObjectToOneThreadAtATimeAndMakesNoMoreThanNeeded) {
  struct Counter {
    int count = 0;
  };
  Pool<Counter> pool([] { return std::make_unique<Counter>(); });
  parallel_for(4, 1000, [&](std::size_t) {
    std::unique_ptr<Counter> counter = pool.take();
    ++counter->count;
    pool.give_back(std::move(counter));
  });
  int sum = 0;
  for (const auto& counter : pool.all()) sum += counter->count;
  EXPECT_EQ(sum, 1000);
  EXPECT_LE(pool.all().size(), 4U);
}

}  // namespace
}  // namespace oovec
