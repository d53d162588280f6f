#include "oovec/io/map.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <limits>
#include <utility>

#include "oovec/base/error.h"
#include "oovec/io/descriptor.h"

namespace oovec::inline io {
namespace {

// The size of what is open, which must be a regular file.
std::size_t mappable_size(const Descriptor& file, const std::string& path) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw io_error("cannot open " + path, errno);
  if (S_ISDIR(status.st_mode)) throw io_error("cannot open " + path, EISDIR);
  if (!S_ISREG(status.st_mode))
    throw Error(ErrorKind::io,
                "cannot open " + path +
                    ": it is a pipe or a device, but needs random access; save it to a file first");
  if (static_cast<std::uint64_t>(status.st_size) > std::numeric_limits<std::size_t>::max())
    throw io_error("cannot map " + path, EFBIG);
  return static_cast<std::size_t>(status.st_size);
}

}  // namespace

MappedFile::MappedFile(const std::string& path) : path_(path) {
  // Without O_NONBLOCK, opening a named pipe would wait for its writer.
  file_ = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file_) throw io_error("cannot open " + path, errno);
  size_ = mappable_size(file_, path);
  opened_ = version();
  if (size_ == 0) return;  // mmap refuses to map nothing
  void* const address = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file_.get(), 0);
  if (address == MAP_FAILED) throw io_error("cannot map " + path, errno);
  data_ = static_cast<const std::byte*>(address);
  guard_ = MapGuard(data_, size_, path);
}

MappedFile::~MappedFile() {
  guard_ = {};  // before another mapping can take the place of this one
  if (data_) ::munmap(const_cast<std::byte*>(data_), size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::move(other.file_)),
      opened_(other.opened_),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      guard_(std::move(other.guard_)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  MappedFile moved(std::move(other));
  std::swap(path_, moved.path_);
  std::swap(file_, moved.file_);
  std::swap(opened_, moved.opened_);
  std::swap(data_, moved.data_);
  std::swap(size_, moved.size_);
  std::swap(guard_, moved.guard_);
  return *this;
}

MappedFile::Version MappedFile::version() const {
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) throw io_error("cannot look at " + path_, errno);
  return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size};
}

bool MappedFile::may_have_changed() const { return guard_.is_lost() || version() != opened_; }

void MappedFile::check_unchanged() const {
  check_not_lost();
  if (may_have_changed())
    throw Error(ErrorKind::damaged,
                path_ + ": the file changed while it was read; try again when it is complete");
}

void MappedFile::advise(std::span<const std::byte> part, int advice) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto offset = static_cast<std::size_t>(part.data() - data_) % page;
  // Advice that is not taken costs time or memory, never correctness.
  ::madvise(const_cast<std::byte*>(part.data()) - offset, part.size() + offset, advice);
}

void MappedFile::will_need(std::span<const std::byte> part) const { advise(part, MADV_WILLNEED); }
void MappedFile::release(std::span<const std::byte> part) const { advise(part, MADV_DONTNEED); }

}  // namespace oovec::inline io
