#include "oovec/io/raw.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/wait_check.h"
#include "oovec/io/descriptor.h"

namespace oovec::inline io {
namespace {

constexpr std::size_t read_buffer_size = std::size_t{256} << 10;
constexpr std::size_t least_buffer_size = std::size_t{4} << 10;
constexpr int check_every = 100;  // milliseconds

class FileSource : public RawSource {
 public:
  FileSource(Descriptor file, std::string name) : file_(std::move(file)), name_(std::move(name)) {
    struct stat status {};
    if (::fstat(file_.get(), &status) != 0) throw io_error("cannot read " + name_, errno);
    if (S_ISDIR(status.st_mode)) throw io_error("cannot read " + name_, EISDIR);
    if (S_ISREG(status.st_mode)) {
      // Standard input may have been read by others before.
      const off_t start = std::max<off_t>(::lseek(file_.get(), 0, SEEK_CUR), 0);
      size_ = static_cast<std::uint64_t>(std::max<off_t>(status.st_size - start, 0));
      ::posix_fadvise(file_.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
    } else {
      wake_ = Descriptor(::eventfd(0, EFD_CLOEXEC));
      if (!wake_) throw io_error("cannot read " + name_, errno);
    }
  }

  std::size_t read(std::span<char> buffer) override {
    for (;;) {
      if (wake_ && !wait_for_data()) return 0;
      const ssize_t count = ::read(file_.get(), buffer.data(), buffer.size());
      if (count >= 0) {
        offset_ += static_cast<std::uint64_t>(count);
        return static_cast<std::size_t>(count);
      }
      if (errno != EINTR && errno != EAGAIN) fail(errno);
    }
  }

  const std::string& name() const override { return name_; }
  std::optional<std::uint64_t> size() const override { return size_; }

  void interrupt() noexcept override {
    if (wake_) ::eventfd_write(wake_.get(), 1);
  }

 private:
  // Pipes and terminals can keep a reader waiting for ever; false if interrupt() ends the wait.
  bool wait_for_data() {
    std::array<pollfd, 2> events{{{file_.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}}};
    const std::function<void()>* const check = WaitCheck::current();
    for (;;) {
      const int ready = ::poll(events.data(), events.size(), check ? check_every : -1);
      if (ready > 0) return events[1].revents == 0;
      if (ready < 0 && errno != EINTR) fail(errno);
      if (check) (*check)();
    }
  }

  [[noreturn]] void fail(int error_number) const {
    throw io_error(fmt::format("cannot read {} at byte {}", name_, offset_), error_number);
  }

  Descriptor file_;
  Descriptor wake_;  // only for what is not a regular file
  std::string name_;
  std::optional<std::uint64_t> size_;
  std::uint64_t offset_ = 0;
};

class MemorySource : public RawSource {
 public:
  MemorySource(std::string_view bytes, std::string name)
      : size_(bytes.size()), rest_(bytes), name_(std::move(name)) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t count = rest_.copy(buffer.data(), buffer.size());
    rest_.remove_prefix(count);
    return count;
  }

  const std::string& name() const override { return name_; }
  std::optional<std::uint64_t> size() const override { return size_; }

 private:
  std::uint64_t size_;
  std::string_view rest_;
  std::string name_;
};

}  // namespace

// What is known to be small needs no large buffer; what turns out to be larger is read in more
// steps.
RawBytes::RawBytes(std::unique_ptr<RawSource> source)
    : source_(std::move(source)),
      buffer_(std::clamp(source_->size().value_or(read_buffer_size), least_buffer_size,
                         read_buffer_size)) {}

// A terminal can deliver more after its end; the first end counts.
std::size_t RawBytes::read_source(std::span<char> buffer) {
  if (ended_) return 0;
  const std::size_t count = source_->read(buffer);
  ended_ = count == 0;
  return count;
}

std::string_view RawBytes::peek(std::size_t count) {
  assert(count <= buffer_.size());
  if (end_ - begin_ < count && begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
  }
  while (end_ - begin_ < count && !ended_) end_ += read_source(std::span(buffer_).subspan(end_));
  return {buffer_.data() + begin_, end_ - begin_};
}

void RawBytes::consume(std::size_t count) {
  assert(count <= end_ - begin_);
  begin_ += count;
  offset_ += count;
}

std::size_t RawBytes::read(std::span<char> buffer) {
  const std::size_t peeked = std::min(buffer.size(), end_ - begin_);
  std::copy_n(buffer_.data() + begin_, peeked, buffer.data());
  consume(peeked);

  std::size_t filled = peeked;
  while (filled < buffer.size() && !ended_) filled += read_source(buffer.subspan(filled));
  offset_ += filled - peeked;
  return filled;
}

std::unique_ptr<RawSource> file_source(const std::string& path) {
  if (path == "-") {
    Descriptor copy(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!copy) throw io_error("cannot read standard input", errno);
    return std::make_unique<FileSource>(std::move(copy), "standard input");
  }
  // Without O_NONBLOCK, opening a named pipe would wait for its writer, and could not be ended;
  // reading waits, too.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) throw io_error("cannot open " + path, errno);
  return std::make_unique<FileSource>(std::move(file), path);
}

std::unique_ptr<RawSource> memory_source(std::string_view bytes, std::string name) {
  return std::make_unique<MemorySource>(bytes, std::move(name));
}

}  // namespace oovec::inline io
