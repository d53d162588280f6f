// How a long task reports its progress. The library only reports; the implementation of this
// interface decides what to show.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

namespace oovec::inline base {

class Progress {
 public:
  virtual ~Progress() = default;

  // Calls never overlap and come in the order start, advance…, finish. `total_bytes` is unknown for
  // pipes and iterators.
  virtual void start(std::string_view task, std::optional<std::uint64_t> total_bytes) = 0;
  virtual void advance(std::uint64_t bytes) = 0;
  virtual void finish() = 0;
};

// A task that reports to `progress` (may be null) from construction to destruction, so it is
// finished whether it succeeds or throws. Any thread may advance it.
class ProgressTask {
 public:
  [[nodiscard]] ProgressTask(Progress* progress, std::string_view task,
                             std::optional<std::uint64_t> total_bytes)
      : progress_(progress) {
    if (progress_) progress_->start(task, total_bytes);
  }
  ~ProgressTask() {
    if (progress_) progress_->finish();
  }
  ProgressTask(const ProgressTask&) = delete;
  ProgressTask& operator=(const ProgressTask&) = delete;

  void advance(std::uint64_t bytes) {
    if (!progress_) return;
    const std::lock_guard lock(mutex_);
    progress_->advance(bytes);
  }

 private:
  std::mutex mutex_;
  Progress* progress_;
};

}  // namespace oovec::inline base
