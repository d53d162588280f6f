// Releases the GIL while the core works, so that other threads of Python can run.
//
//   Unlocked unlocked;
//   for (const std::string& context : contexts) {
//     observation.add(context);
//     unlocked.check();  // for Ctrl-C
//   }
//
// When the interpreter ends, threads may still be in here. They must neither take the GIL again,
// since Python would end them by unwinding through our frames, nor use objects that the process
// destroys: they end their work early and wait for the process to end.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <thread>

namespace oovec::python {

namespace nb = nanobind;

// Ends the work of the core. Users never see it, because the code that requests it raises another
// exception.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("the task was cancelled") {}
};

// Whether the interpreter has ended.
[[nodiscard]] bool python_has_ended();

// Counts a thread as working, so that the process does not end under it.
class Working {
 public:
  Working();
  ~Working();
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;
};

class Unlocked {
 public:
  Unlocked();
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

  // For the core, between the steps of its work, on any thread: throws Cancelled after Ctrl-C. The
  // thread that made this object looks for it some times a second, and the others hear of it.
  void check();

 private:
  using Clock = std::chrono::steady_clock;

  const std::thread::id thread_ = std::this_thread::get_id();
  Clock::time_point looked_ = Clock::now();
  std::atomic<bool> interrupted_ = false;
  PyThreadState* state_;
};

// Does `work`, which calls Unlocked::check(), without the GIL; throws what Ctrl-C raises.
void work_unlocked(const std::function<void(Unlocked&)>& work);

// Calls Python at a point where the interpreter may be ending.
[[nodiscard]] PyObject* call_python(const std::function<PyObject*()>& call);

// To be called before an array is made. nanobind imports NumPy with the first one, in functions
// that must not throw: Python could not end the thread there, where importing lets others run.
void import_numpy();

void bind_ending(nb::module_& m);

}  // namespace oovec::python
