#include "oovec/io/temporary.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"

namespace oovec::inline io {
namespace {

// A registry that a signal handler can go through at any moment, in any thread: no locks, no
// allocation. Whoever changes a slot from `free` or `armed` to `owned` has it to itself until it
// changes the state again.
enum class State { free, owned, armed, discarded };

struct Slot {
  std::atomic<State> state = State::free;
  pid_t process = 0;  // a forked child must not remove its parent's files
  int directory = -1;
  std::array<char, 64> name{};
};

static_assert(std::atomic<State>::is_always_lock_free);
std::array<Slot, 64> slots;

bool change(Slot& slot, State from, State to) {
  return slot.state.compare_exchange_strong(from, to);
}

std::optional<std::size_t> arm_slot(int directory, const std::string& name) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Slot& slot = slots[i];
    if (!change(slot, State::free, State::owned)) continue;
    slot.process = ::getpid();
    slot.directory = directory;
    slot.name[name.copy(slot.name.data(), slot.name.size() - 1)] = '\0';
    slot.state = State::armed;
    return i;
  }
  return std::nullopt;
}

void free_slot(std::size_t index) {
  Slot& slot = slots[index];
  while (!change(slot, State::armed, State::free) && !change(slot, State::discarded, State::free))
    std::this_thread::yield();  // discard_all() is at this slot, in another thread
}

constexpr std::string_view name_start = ".oovec-", name_end = ".tmp";
constexpr std::size_t prefix_size = name_start.size() + 16 + 1;  // a hash and a dash

bool is_temporary(std::string_view name) {
  return name.size() > prefix_size && name.starts_with(name_start) && name.ends_with(name_end);
}

// What the temporaries of one target begin with that are made on one machine. Whoever writes to a
// temporary by its path makes another, which belongs to the same target.
std::string prefix_of(const std::string& target_name) {
  if (is_temporary(target_name)) return target_name.substr(0, prefix_size);
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format("{}{:016x}-", name_start,
                     hash64(target_name, hash64(std::string_view(host.data()))));
}

// Process and counter tell temporaries apart on this machine. The random part is for others that
// share the directory, and for containers, which all have the same few process numbers.
std::string unique_name(const std::string& target_name) {
  static std::atomic<unsigned> counter = 0;
  return fmt::format("{}{}-{}-{:08x}{}", prefix_of(target_name), ::getpid(), counter++,
                     std::random_device()(), name_end);
}

// Whoever writes a temporary holds a lock on it, which the system takes back when the process ends,
// however it ends. So one that can be locked belongs to no process.
void remove_if_stale(int directory, const std::string& name) {
  const Descriptor file(
      ::openat(directory, name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status {};
  if (file && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
      ::flock(file.get(), LOCK_EX | LOCK_NB) == 0)
    ::unlinkat(directory, name.c_str(), 0);
}

// Removes what processes that were killed while they wrote this target have left. Once per target:
// going through a large directory takes time.
void remove_stale(int directory, const std::string& directory_name,
                  const std::string& target_name) {
  static std::mutex mutex;
  static std::set<std::string> done;
  {
    const std::lock_guard lock(mutex);
    if (!done.insert(directory_name + target_name).second) return;
  }
  const std::string prefix = prefix_of(target_name);
  std::error_code ignored;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator entry(directory_name, ignored), end;
       !ignored && entry != end; entry.increment(ignored))
    if (std::string name = entry->path().filename().string();
        name.starts_with(prefix) && name.ends_with(name_end))
      names.push_back(std::move(name));
  for (const std::string& name : names) remove_if_stale(directory, name);
}

// Some file systems cannot flush a directory, and say so with EINVAL.
bool flush(const Descriptor& file) {
  int status = 0;
  do status = ::fsync(file.get());
  while (status != 0 && errno == EINTR);
  return status == 0 || errno == EINVAL;
}

}  // namespace

std::string follow_links(std::string path) {
  constexpr int most_links = 40;  // as in Linux
  for (int i = 0; i < most_links; ++i) {
    std::error_code not_a_link;
    const std::filesystem::path link = std::filesystem::read_symlink(path, not_a_link);
    if (not_a_link) return path;
    path = (std::filesystem::path(path).parent_path() / link).string();
  }
  throw io_error("cannot write " + path, ELOOP);
}

Temporary::Temporary(const std::string& target) : target_(follow_links(target)) {
  const std::size_t slash = target_.rfind('/');
  name_in_directory_ = target_.substr(slash == std::string::npos ? 0 : slash + 1);
  directory_name_ = slash == std::string::npos ? "./" : target_.substr(0, slash + 1);
  directory_ = Descriptor(::open(directory_name_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory_) throw io_error("cannot write " + target_, errno);
  if (name_in_directory_.empty())
    throw io_error("cannot write " + target_, target_.empty() ? ENOENT : EISDIR);

  remove_stale(directory_.get(), directory_name_, name_in_directory_);
  try {
    create();
    match_permissions();
  } catch (...) {
    remove();
    throw;
  }
}

Temporary::~Temporary() { remove(); }

// Another process may take the file for stale before it is locked. Then it has lost its name when
// the lock is there, and a new one is made.
void Temporary::create() {
  for (struct stat status{}; status.st_nlink == 0;) {
    remove();
    temporary_name_ = unique_name(name_in_directory_);
    // The slot comes before the file: a signal may come in between.
    slot_ = arm_slot(directory_.get(), temporary_name_);
    file_ = Descriptor(::openat(directory_.get(), temporary_name_.c_str(),
                                O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file_) throw io_error("cannot write " + target_, errno);
    exists_ = true;
    // Without locks, no file ever counts as stale.
    while (::flock(file_.get(), LOCK_EX) != 0 && errno == EINTR) continue;
    if (::fstat(file_.get(), &status) != 0) throw io_error("cannot write " + target_, errno);
  }
}

// Replacing a file needs no permission to write it, so this checks for it.
void Temporary::match_permissions() {
  struct stat status {};
  if (::fstatat(directory_.get(), name_in_directory_.c_str(), &status, 0) != 0) return;
  constexpr mode_t permissions = 0777;
  if (::faccessat(directory_.get(), name_in_directory_.c_str(), W_OK, AT_EACCESS) != 0 ||
      ::fchmod(file_.get(), status.st_mode & permissions) != 0)
    throw io_error("cannot write " + target_, errno);
}

void Temporary::replace_target() {
  const auto require = [&](bool success) {
    if (!success) throw io_error("cannot write " + target_, errno);
  };
  require(flush(file_));
  const Descriptor lock(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0));  // until it has its name
  require(::close(file_.release()) == 0);
  require(::renameat(directory_.get(), temporary_name_.c_str(), directory_.get(),
                     name_in_directory_.c_str()) == 0);
  exists_ = false;
  require(flush(directory_));
}

void Temporary::remove() noexcept {
  if (exists_) ::unlinkat(directory_.get(), temporary_name_.c_str(), 0);
  exists_ = false;
  if (slot_) free_slot(*slot_);
  slot_.reset();
}

void Temporary::discard_all() noexcept {
  const int interrupted_errno = errno;
  for (Slot& slot : slots) {
    if (!change(slot, State::armed, State::owned)) continue;
    if (slot.process == ::getpid()) ::unlinkat(slot.directory, slot.name.data(), 0);
    slot.state = State::discarded;
  }
  errno = interrupted_errno;
}

}  // namespace oovec::inline io
