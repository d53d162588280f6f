// A temporary file for data that need not stay in memory. It has no name, so it vanishes with the
// process, however that ends.
//
//   ScratchFile file("out.ctx");         // in the directory of the output: there is room for that
//   const auto at = file.size();
//   file.append(bytes);
//   file.read(at, buffer);
//
// FileArray is the same for numbers: it grows like a vector, but in a ScratchFile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "oovec/io/descriptor.h"

namespace oovec::inline io {

class ScratchFile {
 public:
  explicit ScratchFile(const std::string& beside);

  std::uint64_t size() const { return size_; }
  void append(std::span<const std::byte> bytes);

  // Fills `bytes` with those from `offset` on, which must exist. Any thread may read while none
  // appends.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  std::string beside_;  // for messages
  Descriptor file_;
  std::uint64_t size_ = 0;
};

template <class T>
class FileArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit FileArray(const std::string& beside) : file_(beside) {}

  std::size_t size() const { return file_.size() / sizeof(T) + buffer_.size(); }

  void push_back(const T& value) {
    buffer_.push_back(value);
    if (buffer_.size() >= buffer_size) flush();
  }
  void append(std::span<const T> values) {
    buffer_.insert(buffer_.end(), values.begin(), values.end());
    if (buffer_.size() >= buffer_size) flush();
  }

  // Writes what is still in memory. Until then file() lacks it.
  void flush() {
    file_.append(std::as_bytes(std::span<const T>(buffer_)));
    buffer_.clear();
  }
  const ScratchFile& file() const { return file_; }

 private:
  static constexpr std::size_t buffer_size = (std::size_t{64} << 10) / sizeof(T);

  ScratchFile file_;
  std::vector<T> buffer_;
};

}  // namespace oovec::inline io
