// Threads behind three small functions. All give the same result for any number of threads,
// provided the caller's functions do: work is cut by index, results are taken in order, and of
// several failures the first in order is the one thrown.
//
//   parallel_for(threads, rows, [&](std::size_t row) { … });
//   parallel_rounds(threads, shards, work_on_shard, is_there_more);
//   ordered_pipeline<Block, Rows>(threads, read_block, parse_block, append_rows);
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace oovec::inline base {

// 0 means one thread per core.
[[nodiscard]] inline std::size_t resolve_threads(int threads) {
  if (threads > 0) return static_cast<std::size_t>(threads);
  return std::max(1U, std::thread::hardware_concurrency());
}

// Calls body(0) … body(count - 1), each once, on up to `threads` threads.
void parallel_for(int threads, std::size_t count, const std::function<void(std::size_t)>& body);

// Calls body(round, 0) … body(round, count - 1) as parallel_for does, for round 0, 1, … When a
// round is complete, one thread calls more(round): if it says so, the next round begins. Threads
// are started once and wait awake for a moment, so that rounds may be as short as 50 µs.
void parallel_rounds(int threads, std::size_t count,
                     const std::function<void(std::size_t, std::size_t)>& body,
                     const std::function<bool(std::size_t)>& more);

// Runs worker() once on each of `threads` threads, or as many as can be had, the caller's being
// one. The worker must not throw.
void run_on_threads(std::size_t threads, const std::function<void()>& worker);

// Objects that serve one thread at a time, handed out to whichever needs one: as many come to be as
// are needed at once.
template <class T>
class Pool {
 public:
  explicit Pool(std::function<std::unique_ptr<T>()> make) : make_(std::move(make)) {}

  // An object that nobody else uses, until it is given back.
  [[nodiscard]] std::unique_ptr<T> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<T> object = std::move(free_.back());
        free_.pop_back();
        return object;
      }
    }
    return make_();
  }
  void give_back(std::unique_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(object));
  }

  // All of them, once no thread uses any.
  const std::vector<std::unique_ptr<T>>& all() const { return free_; }
  void clear() { free_.clear(); }

 private:
  const std::function<std::unique_ptr<T>()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
};

// Hands every item of `produce` (until it gives none) to `work` in parallel, then to `consume` in
// the order of production. `produce` and `consume` are each called by one thread at a time. At most
// one item per thread is in flight, which bounds memory.
template <class In, class Out>
void ordered_pipeline(int threads, const std::function<std::optional<In>()>& produce,
                      const std::function<Out(In&)>& work,
                      const std::function<void(Out&)>& consume) {
  std::mutex produce_mutex, turn_mutex;
  std::condition_variable turn_changed;
  std::size_t produced = 0;  // guarded by produce_mutex
  std::size_t turn = 0;      // guarded by turn_mutex, as are stop and failure
  bool stop = false;
  std::exception_ptr failure;

  // One item from production to consumption; false when there is nothing more to do.
  const auto process_one = [&] {
    std::optional<In> item;
    std::optional<Out> result;
    std::exception_ptr error;
    std::size_t mine = 0;
    {
      const std::lock_guard lock(produce_mutex);
      mine = produced++;
      try {
        item = produce();
      } catch (...) {
        error = std::current_exception();
      }
    }
    const bool finished = !item;
    if (item) {
      try {
        result.emplace(work(*item));
      } catch (...) {
        error = std::current_exception();
      }
    }
    std::unique_lock lock(turn_mutex);
    turn_changed.wait(lock, [&] { return stop || turn == mine; });
    if (stop) return false;
    try {
      if (error) std::rethrow_exception(error);
      if (result) consume(*result);
    } catch (...) {
      failure = std::current_exception();
    }
    ++turn;
    stop = failure != nullptr || finished;
    turn_changed.notify_all();
    return !stop;
  };

  run_on_threads(resolve_threads(threads), [&] {
    while (process_one()) {
    }
  });
  if (failure) std::rethrow_exception(failure);
}

}  // namespace oovec::inline base
