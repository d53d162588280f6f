// Makes it safe to fork while other threads read text. A child has none of these threads, so it
// must not inherit a lock that one of them holds: those of ICU, or of a table that is made on first
// use.
//
//   before_fork();
//   if (::fork() == 0) after_fork_in_child(); else after_fork_in_parent();
#pragma once

namespace oovec::inline text {

// Makes the tables, waits until no thread is in ICU, and keeps threads out of it.
void before_fork();
void after_fork_in_parent() noexcept;
void after_fork_in_child() noexcept;

// Held while functions of ICU that lock are called.
class ForkGuard {
 public:
  ForkGuard() noexcept;
  ~ForkGuard();
  ForkGuard(const ForkGuard&) = delete;
  ForkGuard& operator=(const ForkGuard&) = delete;
};

}  // namespace oovec::inline text
