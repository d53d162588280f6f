#include "apps/server/work_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

namespace oovec::server {
namespace {

TEST(WorkPool, TakesNoMoreThanItsCapacity) {
  std::promise<void> gate;
  const std::shared_future<void> open = gate.get_future().share();
  std::atomic<int> done = 0;
  WorkPool pool(2, 4);
  const auto task = [&] {
    open.wait();
    ++done;
  };
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(pool.submit(task));
  EXPECT_FALSE(pool.submit(task));
  EXPECT_EQ(pool.in_flight(), 4U);
  pool.resume(task);  // what was taken before goes on even so
  gate.set_value();
  while (done < 5) std::this_thread::yield();
  while (!pool.submit(task)) std::this_thread::yield();
  while (done < 6) std::this_thread::yield();
}

TEST(WorkPool, FinishesWhatRunsAndDropsWhatWaits) {
  std::promise<void> begun, gate;
  std::atomic<int> done = 0;
  {
    WorkPool pool(1, 10);
    ASSERT_TRUE(pool.submit([&] {
      begun.set_value();
      gate.get_future().wait();
      ++done;
    }));
    begun.get_future().wait();
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(pool.submit([&] { done += 100; }));
    gate.set_value();
  }
  EXPECT_TRUE(done % 100 == 1);  // the one that ran, and those that came before the end
}

}  // namespace
}  // namespace oovec::server
