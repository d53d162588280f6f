// A long call of the core on a thread of its own, while Python's thread watches over it: it draws
// progress, calls back, and cancels the task if any of that raises, as Ctrl-C does.
//
//   task = _core.load_vectors("glove.txt", {})
//   while not task.wait(0.1): draw(task.progress)
//   vectors = task.result()
#pragma once

#include <nanobind/nanobind.h>

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "oovec/base/progress.h"
#include "oovec/train/monitor.h"

namespace oovec::python {

namespace nb = nanobind;

struct TaskProgress {
  std::string task;  // what is going on: "indexing"; empty before anything does
  std::optional<std::uint64_t> total;
  std::uint64_t done = 0;
};

class Task : public Progress, public TrainMonitor {
 public:
  // Makes the result a Python object, with the GIL.
  using Result = std::function<nb::object()>;

  // `work` is called without the GIL, and must not touch Python.
  explicit Task(std::function<Result(Task&)> work);
  ~Task() override;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // For Python, which holds the GIL. Waits until something happens, at most so many seconds; true
  // when the task has ended.
  bool wait(double seconds);
  void cancel();
  nb::object result();  // throws what `work` threw
  TaskProgress progress();
  std::optional<TrainStatus> status();
  std::optional<EpochResult> next_epoch();  // training goes on when it has been taken

  // For the core. Progress of a cancelled task throws; training stops at the end of its step.
  void start(std::string_view task, std::optional<std::uint64_t> total) override;
  void advance(std::uint64_t count) override;
  void finish() override {}
  void progress(const TrainStatus& status) override;
  void epoch_done(const EpochResult& result) override;
  bool stop() override;

 private:
  void run(const std::function<Result(Task&)>& work);

  std::mutex mutex_;  // of all that follows
  std::condition_variable changed_;
  bool ended_ = false;
  bool cancelled_ = false;
  TaskProgress progress_;
  std::optional<TrainStatus> status_;
  std::optional<EpochResult> epoch_;
  Result result_;
  std::exception_ptr failure_;
  std::thread thread_;
};

// What functions of the module return.
using StartedTask = std::unique_ptr<Task>;

}  // namespace oovec::python
