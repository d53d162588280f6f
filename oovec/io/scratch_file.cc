#include "oovec/io/scratch_file.h"

#include <fcntl.h>

#include <cerrno>
#include <stdexcept>

#include "oovec/base/error.h"
#include "oovec/io/temporary.h"

namespace oovec::inline io {

ScratchFile::ScratchFile(const std::string& beside) : beside_(beside) {
  const Temporary named(beside);  // its name goes at the end of this function
  file_ = Descriptor(::fcntl(named.file(), F_DUPFD_CLOEXEC, 0));
  if (!file_) throw io_error("cannot write a temporary file beside " + beside_, errno);
}

void ScratchFile::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count =
        ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw io_error("cannot write a temporary file beside " + beside_, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    size_ += static_cast<std::uint64_t>(count);
  }
}

void ScratchFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  if (offset > size_ || bytes.size() > size_ - offset)
    throw std::logic_error("nothing was written there");
  while (!bytes.empty()) {
    const ssize_t count =
        ::pread(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      throw io_error("cannot read a temporary file beside " + beside_, count < 0 ? errno : EIO);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
}

}  // namespace oovec::inline io
