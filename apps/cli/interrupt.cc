#include "apps/cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace oovec::cli {
namespace {

std::atomic<bool> asked = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

// For whom the signal was before.
void (*next_interrupt)(int) = SIG_DFL;
void (*next_terminate)(int) = SIG_DFL;

extern "C" void ask(int signal) {
  asked = true;
  std::signal(signal, signal == SIGINT ? next_interrupt : next_terminate);
}

}  // namespace

Interrupt::Interrupt()
    : interrupt_(std::signal(SIGINT, ask)), terminate_(std::signal(SIGTERM, ask)) {
  asked = false;
  next_interrupt = interrupt_;
  next_terminate = terminate_;
  if (interrupt_ == SIG_IGN) std::signal(SIGINT, SIG_IGN);  // as nohup has it
  if (terminate_ == SIG_IGN) std::signal(SIGTERM, SIG_IGN);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, interrupt_);
  std::signal(SIGTERM, terminate_);
}

bool Interrupt::requested() const { return asked; }

}  // namespace oovec::cli
