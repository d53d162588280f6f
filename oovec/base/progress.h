// How a long task tells its caller how far it is. The library only reports; whoever implements
// this interface decides what to draw.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

namespace oovec::inline base {

class Progress {
 public:
  virtual ~Progress() = default;

  // Calls come one at a time, in the order start, advance…, finish; `total` is unknown for pipes
  // and iterators.
  virtual void start(std::string_view task, std::optional<std::uint64_t> total_bytes) = 0;
  virtual void advance(std::uint64_t bytes) = 0;
  virtual void finish() = 0;
};

// A task that reports to `progress`, if that is not null, from construction to destruction: it is
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
