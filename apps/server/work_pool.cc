#include "apps/server/work_pool.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

namespace oovec::server {
namespace {

// A step in priority that leaves this work a third of a core where it competes with others.
constexpr int lower_priority = 5;

void lower_own_priority() {
  const auto thread = static_cast<id_t>(::gettid());
  const int now = ::getpriority(PRIO_PROCESS, thread);
  (void)::setpriority(PRIO_PROCESS, thread, now + lower_priority);  // else it stays as it is
}

}  // namespace

WorkPool::WorkPool(std::size_t threads, std::size_t capacity) : capacity_(capacity) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

void WorkPool::stop() {
  std::deque<Task> dropped;  // outside of the lock: a task may hold anything
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    dropped.swap(waiting_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

bool WorkPool::submit(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || waiting_.size() + running_ >= capacity_) return false;
    waiting_.push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

void WorkPool::resume(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    waiting_.push_back(std::move(task));
  }
  changed_.notify_one();
}

std::size_t WorkPool::in_flight() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size() + running_;
}

void WorkPool::work() {
  lower_own_priority();
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    Task task = std::move(waiting_.front());
    waiting_.pop_front();
    ++running_;
    lock.unlock();
    task();
    task = nullptr;  // releases what it holds before it counts as done
    lock.lock();
    --running_;
  }
}

}  // namespace oovec::server
