// Threads for work that may take long or wait for a disk, so that threads that serve clients never
// do. The queue is bounded; when it is full, clients are told to try again later.
//
//   WorkPool pool(workers, 128);
//   if (!pool.submit([&] { … })) refuse();
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace oovec::server {

class WorkPool {
 public:
  using Task = std::function<void()>;

  // At most `capacity` tasks wait or run. They run on threads with a lower priority than those that
  // serve clients.
  WorkPool(std::size_t threads, std::size_t capacity);
  ~WorkPool() { stop(); }
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  // False if there are too many already. The task must not throw.
  [[nodiscard]] bool submit(Task task);
  // Submits the continuation of a task that submit() accepted before, regardless of the capacity.
  void resume(Task task);

  [[nodiscard]] std::size_t in_flight() const;

  // Finishes the running tasks, drops the waiting ones, and accepts no more.
  void stop();

 private:
  void work();

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> waiting_;
  std::size_t running_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace oovec::server
