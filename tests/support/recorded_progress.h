// Remembers what a task told of its progress.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/progress.h"

namespace oovec {

struct RecordedProgress : Progress {
  struct Task {
    std::string name;
    std::optional<std::uint64_t> total;
    std::uint64_t done = 0;
    bool finished = false;
  };

  void start(std::string_view task, std::optional<std::uint64_t> total_bytes) override {
    tasks.push_back({std::string(task), total_bytes});
  }
  void advance(std::uint64_t bytes) override { tasks.back().done += bytes; }
  void finish() override { tasks.back().finished = true; }

  // Whether there was such a task, and it went on to its end.
  bool completed(std::string_view name) const {
    for (const Task& task : tasks)
      if (task.name == name) return task.finished && task.done > 0 && task.total == task.done;
    return false;
  }

  std::vector<Task> tasks;
};

}  // namespace oovec
