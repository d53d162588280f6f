#include "python/bindings/task.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <fmt/format.h>

#include <utility>

#include "oovec/base/wait_check.h"
#include "oovec/text/utf8.h"
#include "python/bindings/bindings.h"
#include "python/bindings/texts.h"
#include "python/bindings/unlocked.h"

namespace oovec::python {
namespace {

constexpr std::size_t most_waiting = 1 << 20;  // bytes of texts

constexpr auto wake_every = std::chrono::milliseconds(100);

}  // namespace

Task::Task(std::function<Result(Task&)> work, IteratorOfTexts texts)
    : texts_(std::move(texts)),
      texts_ended_(!texts_.iterator.is_valid()),
      thread_([this, work = std::move(work)] { run(work); }) {}

Task::~Task() {
  const Unlocked unlocked;
  cancel();
  if (thread_.joinable()) thread_.join();
}

void Task::run(const std::function<Result(Task&)>& work) {
  const Working counted;
  const std::function<void()> check = [this] {
    if (stop()) throw Cancelled();
  };
  const WaitCheck scope(&check);
  Result result;
  std::exception_ptr failure;
  try {
    result = work(*this);
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  result_ = std::move(result);
  failure_ = failure;
  ended_ = true;
  changed_.notify_all();
}

bool Task::wait(double seconds) {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds));
  while (wants_texts(deadline)) {
    add_texts(deadline);
    if (Clock::now() >= deadline) break;
  }
  const std::lock_guard lock(mutex_);
  return ended_ && !epoch_;
}

// Waits until something happens; true if it is that there is room for texts.
bool Task::wants_texts(Clock::time_point deadline) {
  const Unlocked unlocked;
  std::unique_lock lock(mutex_);
  const auto something_else = [&] { return ended_ || epoch_; };
  const auto room = [&] { return !texts_ended_ && !cancelled_ && waiting_size_ < most_waiting; };
  changed_.wait_until(lock, deadline, [&] { return something_else() || room(); });
  return !something_else() && room();
}

void Task::add_texts(Clock::time_point deadline) {
  std::vector<std::string> texts;
  const bool ended = !take_texts(texts_.iterator, texts_.text_from, deadline, texts);
  const std::lock_guard lock(mutex_);
  for (std::string& text : texts) {
    waiting_size_ += size_in_memory(text);
    waiting_.push_back(std::move(text));
  }
  texts_ended_ = ended;
  changed_.notify_all();
}

std::optional<std::string> Task::next_text() {
  if (given_ == taken_.size()) {
    taken_.clear();
    given_ = 0;
    std::unique_lock lock(mutex_);
    wait_until(lock, [&] { return !waiting_.empty() || texts_ended_; });
    if (is_cancelled()) throw Cancelled();
    taken_.swap(waiting_);
    waiting_size_ = 0;
    changed_.notify_all();
  }
  if (taken_.empty()) return std::nullopt;
  return std::move(taken_[given_++]);
}

void Task::cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
  epoch_.reset();
  changed_.notify_all();
}

nb::object Task::result() {
  if (thread_.joinable()) {
    const Unlocked unlocked;
    thread_.join();
  }
  if (failure_) std::rethrow_exception(failure_);
  return result_();
}

TaskProgress Task::progress() {
  const std::lock_guard lock(mutex_);
  return progress_;
}

std::optional<TrainStatus> Task::status() {
  const std::lock_guard lock(mutex_);
  return status_;
}

std::optional<EpochResult> Task::next_epoch() {
  const std::lock_guard lock(mutex_);
  std::optional<EpochResult> epoch;
  epoch.swap(epoch_);
  changed_.notify_all();
  return epoch;
}

void Task::start(std::string_view task, std::optional<std::uint64_t> total) {
  const std::lock_guard lock(mutex_);
  progress_ = {replace_invalid_utf8(task), total, 0};
}

void Task::advance(std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  if (is_cancelled()) throw Cancelled();
  progress_.done += count;
}

void Task::progress(const TrainStatus& status) {
  const std::lock_guard lock(mutex_);
  status_ = status;
}

void Task::epoch_done(const EpochResult& result) {
  std::unique_lock lock(mutex_);
  if (is_cancelled()) return;
  epoch_ = result;
  changed_.notify_all();
  wait_until(lock, [&] { return !epoch_; });
}

bool Task::stop() {
  const std::lock_guard lock(mutex_);
  return is_cancelled();
}

bool Task::is_cancelled() const { return cancelled_ || python_has_ended(); }

// Waits, unless the task is cancelled, for Python to do something.
void Task::wait_until(std::unique_lock<std::mutex>& lock, const std::function<bool()>& done) {
  while (!is_cancelled() && !done()) changed_.wait_for(lock, wake_every);
}

void bind_task(nb::module_& m) {
  nb::class_<TaskProgress>(m, "TaskProgress")
      .def_ro("task", &TaskProgress::task)
      .def_ro("total", &TaskProgress::total)
      .def_ro("done", &TaskProgress::done);
  nb::class_<DevScore>(m, "DevScore", "The score of a model on a development set.")
      .def_ro("value", &DevScore::value, "The score; higher is better.")
      .def_ro("details", &DevScore::details, "Pairs of the name of a metric and its value.")
      .def("__repr__", [](const DevScore& self) {
        return fmt::format("<oovec.DevScore: {:.4g}>", self.value);
      });
  nb::class_<EpochResult>(m, "EpochResult", "The result of an epoch of training.")
      .def("__repr__",
           [](const EpochResult& self) {
             return fmt::format("<oovec.EpochResult: epoch {}{}{}>", self.epoch,
                                self.loss ? fmt::format(", loss {:.4g}", *self.loss) : "",
                                self.score ? fmt::format(", score {:.4g}", *self.score) : "");
           })
      .def_ro("epoch", &EpochResult::epoch, "Number of the epoch, from 1.")
      .def_ro("loss", &EpochResult::loss,
              "Mean loss over the instances of the epoch; None for a solved model.")
      .def_ro("score", &EpochResult::score,
              "Mean score on the development sets; None if there are none.")
      .def_ro("dev", &EpochResult::dev, "The score on each development set.");
  nb::class_<TrainStatus>(m, "TrainStatus")
      .def_ro("epoch", &TrainStatus::epoch)
      .def_ro("epochs", &TrainStatus::epochs)
      .def_ro("batch", &TrainStatus::batch)
      .def_ro("batches", &TrainStatus::batches)
      .def_ro("loss", &TrainStatus::loss);
  nb::class_<Task>(m, "Task", "A call of the core on a thread of its own.")
      .def("wait", &Task::wait, nb::arg("seconds"),
           "Waits until something happens; True when the task has ended.")
      .def("cancel", &Task::cancel)
      .def("result", &Task::result)
      .def("next_epoch", &Task::next_epoch)
      .def_prop_ro("progress", [](Task& task) { return task.progress(); })
      .def_prop_ro("status", [](Task& task) { return task.status(); });
}

}  // namespace oovec::python
