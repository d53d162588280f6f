#include "oovec/base/parallel.h"

#include <atomic>
#include <limits>
#include <system_error>

#include "oovec/base/wait_check.h"

namespace oovec::inline base {

void run_on_threads(std::size_t threads, const std::function<void()>& worker) {
  std::vector<std::jthread> others;
  const auto other = [&worker, check = WaitCheck::current()] {
    const WaitCheck scope(check);
    worker();
  };
  try {
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(other);
  } catch (const std::system_error&) {
    // The system gives no more threads: those there are do the work, and the result is the same.
  }
  worker();
}

namespace {

// Of several failures, each with its place in order, the first.
class FirstFailure {
 public:
  void note(std::size_t place) {
    const std::lock_guard lock(mutex_);
    if (place >= place_) return;
    place_ = place;
    failure_ = std::current_exception();
  }
  bool any() {
    const std::lock_guard lock(mutex_);
    return failure_ != nullptr;
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::size_t place_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr failure_;
};

}  // namespace

void parallel_for(int threads, std::size_t count, const std::function<void(std::size_t)>& body) {
  std::atomic<std::size_t> next = 0;
  FirstFailure failure;

  // Indexes are handed out in order, so every index below the first failure has been run.
  const auto worker = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        body(i);
      } catch (...) {
        failure.note(i);
        next = count;
      }
    }
  };
  run_on_threads(std::min(resolve_threads(threads), count), worker);
  failure.rethrow();
}

// Tickets number the calls of all rounds. Whoever is awake takes the next one of the round that is
// open, so a round never waits for a thread that has not begun to work on it.
void parallel_rounds(int threads, std::size_t count,
                     const std::function<void(std::size_t, std::size_t)>& body,
                     const std::function<bool(std::size_t)>& more) {
  constexpr std::size_t stop = std::numeric_limits<std::size_t>::max();
  constexpr int tries =
      20'000;  // some microseconds, as long as it takes to fall asleep and wake up
  std::atomic<std::size_t> next = 0, finished = 0;
  std::atomic<std::size_t> open = 1;  // rounds below may be worked on; `stop` ends it all
  FirstFailure failure;

  const auto wait_for = [&](std::size_t round) {
    std::size_t opened = open.load(std::memory_order_acquire);
    for (int i = 0; i < tries && opened <= round; ++i)
      opened = open.load(std::memory_order_acquire);
    for (; opened <= round; opened = open.load(std::memory_order_acquire))
      open.wait(opened, std::memory_order_acquire);
    return opened != stop;
  };
  const auto guarded = [&](std::size_t place, const auto& action) {
    try {
      action();
    } catch (...) {
      failure.note(place);
    }
  };
  const auto run = [&](std::size_t ticket) {
    const std::size_t round = ticket / count;
    guarded(ticket, [&] { body(round, ticket % count); });
    if (++finished < (round + 1) * count) return;
    bool again = false;
    if (!failure.any()) guarded(ticket, [&] { again = more(round); });
    open.store(again ? round + 2 : stop, std::memory_order_release);
    open.notify_all();
  };
  const auto worker = [&] {
    std::size_t ticket = next;
    while (wait_for(ticket / count)) {
      if (!next.compare_exchange_weak(ticket, ticket + 1)) continue;  // which reads it again
      run(ticket);
      ticket = next;
    }
  };
  run_on_threads(std::min(resolve_threads(threads), count), worker);
  failure.rethrow();
}

}  // namespace oovec::inline base
