#include "oovec/text/forking.h"

#include <atomic>
#include <string>
#include <thread>

#include "oovec/text/characters.h"
#include "oovec/text/language.h"
#include "oovec/text/normalize.h"

namespace oovec::inline text {
namespace {

std::atomic<int> guards = 0;  // that are held
std::atomic<int> forks = 0;   // under way; several threads may fork at the same time

// Each is made once, by the first thread that needs it, while others wait.
void make_tables() {
  std::string lowered;
  to_lower("É", lowered, Casing::turkic);
  (void)to_nfc("e\u0301");
  (void)non_ascii_character(U'é');
  (void)non_ascii_character(U'\u4E00');
  (void)language_rules("en");
}

}  // namespace

void before_fork() {
  make_tables();
  ++forks;
  while (guards > 0) std::this_thread::yield();
}

void after_fork_in_parent() noexcept {
  // A hook of Python's may be registered, and called, when a fork is under way already.
  for (int under_way = forks; under_way > 0;)
    if (forks.compare_exchange_weak(under_way, under_way - 1)) break;
  forks.notify_all();
}

void after_fork_in_child() noexcept {
  guards = 0;  // their threads are not here, nor are those of other forks
  forks = 0;
}

ForkGuard::ForkGuard() noexcept {
  for (;;) {
    ++guards;
    const int under_way = forks;
    if (under_way == 0) return;
    --guards;
    forks.wait(under_way);
  }
}

ForkGuard::~ForkGuard() { --guards; }

}  // namespace oovec::inline text
