#include "python/bindings/unlocked.h"

#include <cxxabi.h>
#include <unistd.h>

#include <atomic>

#include "oovec/io/output.h"
#include "oovec/text/forking.h"

namespace oovec::python {
namespace {

constexpr auto look_every = std::chrono::milliseconds(100);
constexpr auto longest_wait = std::chrono::seconds(10);

std::atomic<int> working = 0;
std::atomic<bool> ended = false;

// Python ends threads by unwinding their stacks, which would not get past functions that must not
// throw. Such a thread stays here, which ends it as well.
template <class Call>
auto outlive_python(const Call& call) {
  try {
    return call();
  } catch (abi::__forced_unwind&) {
    for (;;) ::pause();
  }
}

void take_gil(PyThreadState* state) {
  outlive_python([&] { PyEval_RestoreThread(state); });
}

// Called when no thread can take the GIL any more. What is destroyed next, the core must not use.
void end_work() {
  ended = true;
  const auto deadline = std::chrono::steady_clock::now() + longest_wait;
  while (working > 0 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  Output::discard_all();
}

}  // namespace

bool python_has_ended() { return ended; }

Working::Working() { ++working; }
Working::~Working() { --working; }

Unlocked::Unlocked() : state_(PyEval_SaveThread()) { ++working; }

Unlocked::~Unlocked() {
  --working;
  take_gil(state_);
}

void Unlocked::check() {
  if (ended || interrupted_) throw Cancelled();
  if (std::this_thread::get_id() != thread_ || Clock::now() - looked_ < look_every) return;
  --working;
  take_gil(state_);
  interrupted_ = PyErr_CheckSignals() != 0;
  state_ = PyEval_SaveThread();
  ++working;
  looked_ = Clock::now();
  if (interrupted_) throw Cancelled();
}

void work_unlocked(const std::function<void(Unlocked&)>& work) {
  try {
    Unlocked unlocked;
    work(unlocked);
  } catch (const Cancelled&) {
    throw nb::python_error();
  }
}

PyObject* call_python(const std::function<PyObject*()>& call) { return outlive_python(call); }

void import_numpy() {
  static std::atomic<bool> imported = false;
  if (imported) return;
  const nb::object numpy = nb::steal(call_python([] { return PyImport_ImportModule("numpy"); }));
  if (!numpy.is_valid()) throw nb::python_error();
  imported = true;
}

void bind_ending(nb::module_& m) {
  Py_AtExit(end_work);
  nb::set_leak_warnings(false);  // what such threads use is never freed
  m.def("before_fork", [] { before_fork(); });
  m.def("after_fork_in_parent", &after_fork_in_parent);
  m.def("after_fork_in_child", [] {
    after_fork_in_child();
    working = 0;  // those threads are not here
  });
}

}  // namespace oovec::python
