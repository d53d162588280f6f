// A long call of the core on a thread of its own, while Python's thread watches over it: it draws
// progress, calls back, and cancels the task if any of that raises, as Ctrl-C does.
//
//   task = _core.load_vectors("glove.txt", {})
//   while not task.wait(0.1): draw(task.progress)
//   vectors = task.result()
//
// Texts of a Python iterator are taken in wait(), by the thread that calls it: there an iterator
// may use what belongs to the thread, raise what it likes, and be interrupted. The core waits for
// them on its own threads, and never for the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/train/monitor.h"

namespace oovec::python {

namespace nb = nanobind;

struct TaskProgress {
  std::string task;  // the current task, such as "indexing"; empty before it starts
  std::optional<std::uint64_t> total;
  std::uint64_t done = 0;
};

// What an iterator returns, and how it becomes a text.
struct IteratorOfTexts {
  nb::object iterator;
  std::string (*text_from)(nb::handle) = nullptr;
};

class Task : public Progress, public TrainMonitor {
 public:
  // Makes the result a Python object, with the GIL.
  using Result = std::function<nb::object()>;

  // `work` is called without the GIL, and must not touch Python. It reads `texts`, if there is an
  // iterator, by next_text().
  explicit Task(std::function<Result(Task&)> work, IteratorOfTexts texts = {});
  ~Task() override;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // For Python, which holds the GIL. Waits until something happens, at most so many seconds, and
  // takes texts meanwhile; true when the task has ended. Throws what the iterator of texts raises:
  // then the task must be cancelled.
  bool wait(double seconds);
  void cancel();
  nb::object result();  // once the task has ended; throws what `work` threw
  TaskProgress progress();
  std::optional<TrainStatus> status();
  std::optional<EpochResult> next_epoch();  // training continues when it has been taken

  // For the core. Progress and texts of a cancelled task throw; training stops at the end of its
  // step.
  [[nodiscard]] std::optional<std::string> next_text();  // for one thread at a time
  void start(std::string_view task, std::optional<std::uint64_t> total) override;
  void advance(std::uint64_t count) override;
  void finish() override {}
  void progress(const TrainStatus& status) override;
  void epoch_done(const EpochResult& result) override;
  bool stop() override;

 private:
  using Clock = std::chrono::steady_clock;

  void run(const std::function<Result(Task&)>& work);
  bool is_cancelled() const;  // or Python has ended
  void wait_until(std::unique_lock<std::mutex>& lock, const std::function<bool()>& done);
  bool wants_texts(Clock::time_point deadline);
  void add_texts(Clock::time_point deadline);

  IteratorOfTexts texts_;           // Python's
  std::vector<std::string> taken_;  // next_text() gives these; the core's
  std::size_t given_ = 0;           // of them

  std::mutex mutex_;  // of all that follows
  std::condition_variable changed_;
  bool ended_ = false;
  bool cancelled_ = false;
  TaskProgress progress_;
  std::optional<TrainStatus> status_;
  std::optional<EpochResult> epoch_;
  std::vector<std::string> waiting_;  // texts for the core to take
  std::size_t waiting_size_ = 0;
  bool texts_ended_;
  Result result_;
  std::exception_ptr failure_;
  std::thread thread_;
};

// The type that functions of the module return.
using StartedTask = std::unique_ptr<Task>;

}  // namespace oovec::python
