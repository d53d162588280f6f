// Lets the caller of a task end it while the task waits for a pipe or a terminal, perhaps forever.
//
//   const std::function<void()> check = [&] { if (cancelled) throw Cancelled(); };
//   const WaitCheck scope(&check);
//   read_vectors("pipe");  // calls `check` several times a second while the pipe is silent
#pragma once

#include <functional>
#include <utility>

namespace oovec::inline base {

// Applies to the thread that makes it, until it goes out of scope, and to the threads that the
// library starts on its behalf meanwhile. Null: no check.
class WaitCheck {
 public:
  explicit WaitCheck(const std::function<void()>* check) : before_(std::exchange(now, check)) {}
  ~WaitCheck() { now = before_; }
  WaitCheck(const WaitCheck&) = delete;
  WaitCheck& operator=(const WaitCheck&) = delete;

  // The check of this thread, to be passed to a thread that it starts.
  [[nodiscard]] static const std::function<void()>* current() { return now; }

 private:
  static inline thread_local const std::function<void()>* now = nullptr;

  const std::function<void()>* before_;
};

}  // namespace oovec::inline base
