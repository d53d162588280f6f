#include "oovec/base/parallel.h"

#include <atomic>
#include <limits>
#include <system_error>

namespace oovec {

void run_on_threads(std::size_t threads, const std::function<void()>& worker) {
  std::vector<std::jthread> others;
  try {
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(worker);
  } catch (const std::system_error&) {
    // The system gives no more threads: those there are do the work, and the result is the same.
  }
  worker();
}

void parallel_for(int threads, std::size_t count, const std::function<void(std::size_t)>& body) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  std::size_t failed_at = std::numeric_limits<std::size_t>::max();

  // Indexes are handed out in order, so every index below the first failure has been run.
  const auto worker = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        body(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (i < failed_at) {
          failed_at = i;
          failure = std::current_exception();
        }
        next = count;
      }
    }
  };
  run_on_threads(std::min(resolve_threads(threads), count), worker);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace oovec
