#include "oovec/io/output.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <optional>
#include <vector>

#include "oovec/base/error.h"
#include "oovec/io/bzip2.h"
#include "oovec/io/codec.h"
#include "oovec/io/descriptor.h"
#include "oovec/io/gzip.h"
#include "oovec/io/temporary.h"
#include "oovec/io/tensor_file.h"
#include "oovec/io/zstd.h"

namespace oovec::inline io {
namespace {

constexpr std::size_t buffer_size = std::size_t{256} << 10;

std::unique_ptr<Encoder> make_encoder(Compression compression) {
  switch (compression) {
    case Compression::gzip:
      return gzip_encoder();
    case Compression::bzip2:
      return bzip2_encoder();
    case Compression::zstd:
      return zstd_encoder();
    case Compression::none:
      break;
  }
  return nullptr;
}

// "/dev/stdout" would otherwise be replaced when it leads to a file.
bool is_standard_output(const std::string& path) { return path == "-" || path == "/dev/stdout"; }

bool is_special(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

// A descriptor to write to at once, for all that is not a regular file.
Descriptor open_special(const std::string& path) {
  Descriptor file(is_standard_output(path) ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                                           : ::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file) throw io_error("cannot write " + path, errno);
  return file;
}

// Another program that shares the pipe or terminal may have made it non-blocking.
void wait_until_writable(int file) {
  pollfd event{file, POLLOUT, 0};
  ::poll(&event, 1, -1);
}

}  // namespace

class Output::Impl {
 public:
  Impl(const std::string& path, Compression compression)
      : path_(path == "-" ? "standard output" : path), encoder_(make_encoder(compression)) {
    buffer_.reserve(buffer_size);
    if (is_standard_output(path) || is_special(path))
      special_ = open_special(path);
    else
      temporary_.emplace(path);
  }

  const std::string& path() const { return path_; }

  void write(std::string_view bytes) {
    begin_step();
    while (!bytes.empty()) {
      const std::size_t count = std::min(bytes.size(), buffer_size - buffer_.size());
      if (count == buffer_size) {
        encode(bytes.substr(0, count));
      } else {
        buffer_.insert(buffer_.end(), bytes.begin(), bytes.begin() + count);
        if (buffer_.size() == buffer_size) encode_buffer();
      }
      bytes.remove_prefix(count);
    }
    state_ = State::open;
  }

  bool can_overwrite() const { return temporary_ && !encoder_; }

  void overwrite_start(std::string_view bytes) {
    assert(can_overwrite());
    begin_step();
    encode_buffer();
    for (std::size_t done = 0; done < bytes.size();) {
      const std::string_view rest = bytes.substr(done);
      const ssize_t count =
          ::pwrite(temporary_->file(), rest.data(), rest.size(), static_cast<off_t>(done));
      if (count >= 0)
        done += static_cast<std::size_t>(count);
      else if (errno != EINTR)
        throw io_error("cannot write " + path_, errno);
    }
    state_ = State::open;
  }

  void commit() {
    begin_step();
    encode_buffer();
    if (encoder_) encoder_->finish([this](std::string_view bytes) { write_file(bytes); });
    TensorFile::check_all_unchanged();  // or what was written may be made of other numbers
    if (temporary_)
      temporary_->replace_target();
    else if (::close(special_.release()) != 0)
      throw io_error("cannot write " + path_, errno);
    state_ = State::committed;
  }

 private:
  enum class State { open, failed, committed };

  // Each step counts as failed until it is done, so that one which throws makes the output
  // unusable: what follows a gap must not be committed.
  void begin_step() {
    assert(state_ != State::committed);
    if (state_ == State::failed)
      throw Error(ErrorKind::io, "cannot write " + path_ + ": an earlier write failed");
    state_ = State::failed;
  }

  void encode_buffer() {
    encode({buffer_.data(), buffer_.size()});
    buffer_.clear();
  }

  void encode(std::string_view bytes) {
    if (encoder_)
      encoder_->write(bytes, [this](std::string_view encoded) { write_file(encoded); });
    else
      write_file(bytes);
  }

  void write_file(std::string_view bytes) {
    const int file = temporary_ ? temporary_->file() : special_.get();
    while (!bytes.empty()) {
      const ssize_t count = ::write(file, bytes.data(), bytes.size());
      if (count >= 0)
        bytes.remove_prefix(static_cast<std::size_t>(count));
      else if (errno == EAGAIN)
        wait_until_writable(file);
      else if (errno == EFAULT)  // what is written is mapped, and its file was cut short
        throw Error(
            ErrorKind::damaged,
            "cannot write " + path_ + ": a file it is made from became shorter in the meantime");
      else if (errno != EINTR)
        throw io_error("cannot write " + path_, errno);
    }
  }

  const std::string path_;
  const std::unique_ptr<Encoder> encoder_;
  std::vector<char> buffer_;
  std::optional<Temporary> temporary_;  // either this
  Descriptor special_;                  // or this is written to
  State state_ = State::open;
};

Output::Output(const std::string& path, Compression compression)
    : impl_(std::make_unique<Impl>(path, compression)) {}
Output::~Output() = default;

void Output::write(std::string_view bytes) { impl_->write(bytes); }
void Output::write(std::span<const std::byte> bytes) {
  impl_->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}
bool Output::can_overwrite() const { return impl_->can_overwrite(); }
void Output::overwrite_start(std::string_view bytes) { impl_->overwrite_start(bytes); }
void Output::commit() { impl_->commit(); }
const std::string& Output::path() const { return impl_->path(); }
void Output::discard_all() noexcept { Temporary::discard_all(); }

Compression compression_for_name(std::string_view path) {
  if (path.ends_with(".gz")) return Compression::gzip;
  if (path.ends_with(".bz2")) return Compression::bzip2;
  if (path.ends_with(".zst")) return Compression::zstd;
  return Compression::none;
}

std::string_view without_compression_suffix(std::string_view path) {
  if (compression_for_name(path) != Compression::none) path = path.substr(0, path.rfind('.'));
  return path;
}

}  // namespace oovec::inline io
