// A whole file mapped into memory, read-only.
//
//   const MappedFile file("words.oovec");
//   std::span<const std::byte> bytes = file.bytes();
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace oovec::inline io {

class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  std::span<const std::byte> bytes() const { return {data_, size_}; }
  const std::string& path() const { return path_; }

  // Starts to read `part`, which must lie in this file. Where a byte is used that was not announced
  // like this, the system reads its neighbourhood too: right for a large part, slow for a small.
  void will_need(std::span<const std::byte> part) const;

  // Lets go of the memory that `part` takes, until it is used again.
  void release(std::span<const std::byte> part) const;

 private:
  void advise(std::span<const std::byte> part, int advice) const;

  std::string path_;
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace oovec::inline io
