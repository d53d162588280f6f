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

// Runs worker() once on each of `threads` threads, or as many as the system allows, including the
// calling thread. The worker must not throw.
void run_on_threads(std::size_t threads, const std::function<void()>& worker);

// A pool of objects that serve one thread at a time. It makes as many objects as are needed at
// once.
template <class T>
class Pool {
 public:
  explicit Pool(std::function<std::unique_ptr<T>()> make) : make_(std::move(make)) {}

  // An object that no other thread uses until it is given back.
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

  // All objects, once no thread uses any of them.
  const std::vector<std::unique_ptr<T>>& all() const { return free_; }
  void clear() { free_.clear(); }

 private:
  const std::function<std::unique_ptr<T>()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
};

// Hands every item of `produce` (until it gives none) to `work` in parallel, then to `consume` in
// the order of production. `produce` and `consume` are each called by one thread at a time, while
// others work. At most two items per thread are in flight, which bounds memory.
template <class In, class Out>
void ordered_pipeline(int threads, const std::function<std::optional<In>()>& produce,
                      const std::function<Out(In&)>& work,
                      const std::function<void(Out&)>& consume) {
  struct Done {
    std::optional<Out> result;  // nothing at the end
    std::exception_ptr error;
  };
  constexpr auto unnumbered = static_cast<std::size_t>(-1);
  const std::size_t workers = resolve_threads(threads);
  std::mutex mutex;  // guards all below
  std::condition_variable changed;
  std::vector<std::optional<Done>> done(2 * workers);  // item i is at i modulo the size
  std::size_t produced = 0;
  std::size_t turn = 0;  // the item to be consumed next
  bool producing = false, consuming = false, ended = false, stop = false;
  std::exception_ptr failure;

  // The next item, once few enough are in flight; nothing at the end.
  const auto produce_next = [&](std::size_t& number, Done& outcome) {
    std::optional<In> item;
    std::unique_lock lock(mutex);
    changed.wait(lock,
                 [&] { return stop || ended || (!producing && produced - turn < done.size()); });
    if (stop || ended) return item;
    producing = true;
    number = produced++;
    lock.unlock();
    try {
      item = produce();
    } catch (...) {
      outcome.error = std::current_exception();
    }
    lock.lock();
    producing = false;
    ended = !item;
    changed.notify_all();
    return item;
  };

  // Hands in an item. One thread at a time consumes complete items while others keep working.
  const auto finish = [&](std::size_t number, Done outcome) {
    std::unique_lock lock(mutex);
    done[number % done.size()] = std::move(outcome);
    if (consuming) return;
    consuming = true;
    while (!stop && done[turn % done.size()]) {
      Done next = std::move(*done[turn % done.size()]);
      done[turn % done.size()].reset();
      lock.unlock();
      if (!next.error && next.result) {
        try {
          consume(*next.result);
        } catch (...) {
          next.error = std::current_exception();
        }
      }
      lock.lock();
      ++turn;
      failure = next.error;
      stop = failure != nullptr || !next.result;
      changed.notify_all();
    }
    consuming = false;
  };

  // One item; false when there is nothing more to produce.
  const auto process_one = [&] {
    Done outcome;
    std::size_t number = unnumbered;
    std::optional<In> item = produce_next(number, outcome);
    if (item) {
      try {
        outcome.result.emplace(work(*item));
      } catch (...) {
        outcome.error = std::current_exception();
      }
    }
    if (number != unnumbered) finish(number, std::move(outcome));
    return item.has_value();
  };

  run_on_threads(workers, [&] {
    while (process_one()) {
    }
  });
  if (failure) std::rethrow_exception(failure);
}

}  // namespace oovec::inline base
