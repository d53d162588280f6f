// A whole file mapped into memory, read-only.
//
//   const MappedFile file("words.oovec");
//   std::span<const std::byte> bytes = file.bytes();
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "oovec/io/descriptor.h"
#include "oovec/io/map_guard.h"

namespace oovec::inline io {

class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  std::span<const std::byte> bytes() const { return {data_, size_}; }
  const std::string& path() const { return path_; }

  // Whether it may hold other bytes than when it was opened: it has been written to, or cut short.
  bool may_have_changed() const;
  // Throws an Error(damaged) if it has been cut short, as far as is known without asking the
  // system.
  void check_not_lost() const {
    if (guard_.is_lost()) throw lost_error(path_);
  }
  // The same after asking the system, for files without checksums.
  void check_unchanged() const;

  // Starts to read `part`, which must lie in this file. If a byte is used that was not announced in
  // this way, the system also reads its neighbourhood: good for a large part, slow for a small one.
  void will_need(std::span<const std::byte> part) const;

  // Releases the memory of `part` until it is used again.
  void release(std::span<const std::byte> part) const;

 private:
  void advise(std::span<const std::byte> part, int advice) const;

  // When the file was last written to, and its size.
  struct Version {
    std::int64_t seconds = 0, nanoseconds = 0, size = 0;
    bool operator==(const Version&) const = default;
  };
  Version version() const;

  std::string path_;
  Descriptor file_;
  Version opened_;
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  MapGuard guard_;
};

}  // namespace oovec::inline io
