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
std::atomic<bool> is_forking = false;

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
  is_forking = true;
  while (guards > 0) std::this_thread::yield();
}

void after_fork_in_parent() noexcept {
  is_forking = false;
  is_forking.notify_all();
}

void after_fork_in_child() noexcept {
  guards = 0;  // their threads are not here
  is_forking = false;
}

ForkGuard::ForkGuard() noexcept {
  for (;;) {
    ++guards;
    if (!is_forking) return;
    --guards;
    is_forking.wait(true);
  }
}

ForkGuard::~ForkGuard() { --guards; }

}  // namespace oovec::inline text
