// Lets whoever started a task end it while it waits for a pipe or a terminal, which may be for
// ever.
//
//   const std::function<void()> check = [&] { if (cancelled) throw Cancelled(); };
//   const WaitCheck scope(&check);
//   read_vectors("pipe");  // calls `check` several times a second while the pipe is silent
#pragma once

#include <functional>
#include <utility>

namespace oovec::inline base {

// Holds for the thread that makes it, until it goes out of scope, and for the threads that the
// library starts there meanwhile. Null for no check.
class WaitCheck {
 public:
  explicit WaitCheck(const std::function<void()>* check) : before_(std::exchange(now, check)) {}
  ~WaitCheck() { now = before_; }
  WaitCheck(const WaitCheck&) = delete;
  WaitCheck& operator=(const WaitCheck&) = delete;

  // That of this thread, for one that it starts.
  [[nodiscard]] static const std::function<void()>* current() { return now; }

 private:
  static inline thread_local const std::function<void()>* now = nullptr;

  const std::function<void()>* before_;
};

}  // namespace oovec::inline base
