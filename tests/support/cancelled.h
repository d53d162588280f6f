// The progress of a task that somebody cancels.
#pragma once

#include <stdexcept>
#include <string>

#include "oovec/base/progress.h"

namespace oovec {

// Throws at the first step of the task named.
class Cancelled : public Progress {
 public:
  explicit Cancelled(std::string task) : task_(std::move(task)) {}

  void start(std::string_view task, std::optional<std::uint64_t> /*total*/) override {
    current_ = task;
  }
  void advance(std::uint64_t /*bytes*/) override {
    if (current_ == task_) throw std::runtime_error("cancelled");
  }
  void finish() override {}

 private:
  std::string task_, current_;
};

}  // namespace oovec
