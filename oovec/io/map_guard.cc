#include "oovec/io/map_guard.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>

namespace oovec::inline io {
namespace {

// The handler goes through the slots at any moment, in any thread, so it only loads and stores
// atomics. `begin` is set last and cleared first. All else happens under the mutex.
struct MapSlot {
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<bool> lost = false;
  bool taken = false;
  std::string path;
};

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);
std::array<MapSlot, 1024> map_slots;  // mappings beyond them are not guarded
std::atomic<bool> any_lost = false;
std::mutex map_mutex;
std::string last_lost;  // of a mapping that is gone
struct sigaction previous_action {};

// Pages from the one at `address` to the end of its mapping are gone with the end of the file.
bool replace_pages(std::byte* fault) {
  const auto address = reinterpret_cast<std::uintptr_t>(fault);
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  for (MapSlot& slot : map_slots) {
    const std::uintptr_t begin = slot.begin.load(std::memory_order_acquire);
    const std::uintptr_t end = slot.end.load(std::memory_order_relaxed);
    if (begin == 0 || address < begin || address >= end) continue;
    const std::uintptr_t into_page = address % page;
    if (::mmap(fault - into_page, end - address + into_page, PROT_READ,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
      return false;
    slot.lost.store(true);
    any_lost.store(true);
    return true;
  }
  return false;
}

extern "C" void handle_bus_error(int signal, siginfo_t* info, void* context) {
  const int interrupted_errno = errno;
  const bool replaced =
      info->si_code == BUS_ADRERR && replace_pages(static_cast<std::byte*>(info->si_addr));
  errno = interrupted_errno;
  if (replaced) return;
  if ((previous_action.sa_flags & SA_SIGINFO) != 0 && previous_action.sa_sigaction) {
    previous_action.sa_sigaction(signal, info, context);
  } else if (previous_action.sa_handler != SIG_DFL && previous_action.sa_handler != SIG_IGN) {
    previous_action.sa_handler(signal);
  } else {
    ::signal(signal, SIG_DFL);
    ::raise(signal);  // ends the program when this handler returns
  }
}

}  // namespace

Error lost_error(const std::string& path) {
  return {ErrorKind::damaged,
          path +
              ": the file became shorter while it was in use, or its disk "
              "failed; restore it, and replace files by renaming (mv), not by overwriting (cp)"};
}

void install_map_guard() {
  struct sigaction action {};
  action.sa_sigaction = handle_bus_error;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigemptyset(&action.sa_mask);
  struct sigaction current {};
  ::sigaction(SIGBUS, nullptr, &current);
  if ((current.sa_flags & SA_SIGINFO) != 0 && current.sa_sigaction == handle_bus_error) return;
  previous_action = current;
  ::sigaction(SIGBUS, &action, nullptr);
}

std::optional<std::string> lost_file() {
  if (!any_lost.load()) return std::nullopt;
  const std::lock_guard lock(map_mutex);
  for (const MapSlot& slot : map_slots)
    if (slot.taken && slot.lost.load()) return slot.path;
  return last_lost.empty() ? std::nullopt : std::optional(last_lost);
}

void forget_lost_files() {
  const std::lock_guard lock(map_mutex);
  last_lost.clear();
  bool is_any = false;
  for (const MapSlot& slot : map_slots) is_any = is_any || (slot.taken && slot.lost.load());
  any_lost.store(is_any);
}

void check_mappings() {
  if (!any_lost.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(map_mutex);
  for (const MapSlot& slot : map_slots)
    if (slot.taken && slot.lost.load()) throw lost_error(slot.path);
}

MapGuard::MapGuard(const std::byte* data, std::size_t size, const std::string& path) {
  const std::lock_guard lock(map_mutex);
  for (std::size_t i = 0; i < map_slots.size(); ++i) {
    MapSlot& slot = map_slots[i];
    if (slot.taken) continue;
    slot.path = path;
    slot.taken = true;
    slot.lost.store(false);
    const auto begin = reinterpret_cast<std::uintptr_t>(data);
    slot.end.store(begin + size, std::memory_order_relaxed);
    slot.begin.store(begin, std::memory_order_release);
    slot_ = i;
    return;
  }
}

MapGuard::~MapGuard() {
  if (!slot_) return;
  const std::lock_guard lock(map_mutex);
  MapSlot& slot = map_slots[*slot_];
  slot.begin.store(0);
  slot.taken = false;
  if (slot.lost.load()) last_lost = slot.path;
}

MapGuard::MapGuard(MapGuard&& other) noexcept : slot_(std::exchange(other.slot_, std::nullopt)) {}

MapGuard& MapGuard::operator=(MapGuard&& other) noexcept {
  MapGuard moved(std::move(other));
  std::swap(slot_, moved.slot_);
  return *this;
}

bool MapGuard::is_lost() const {
  return slot_ && map_slots[*slot_].lost.load(std::memory_order_relaxed);
}

}  // namespace oovec::inline io
