// What the fuzz targets of tensor files share: a file in memory, and checksums put right.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "oovec/base/hash.h"
#include "oovec/io/descriptor.h"

// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : file_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(file_.get(), bytes.data(), bytes.size());
      if (count <= 0) std::abort();
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_.get()); }

 private:
  oovec::Descriptor file_;
};

// The layout of docs/formats.md: length, header, then a checksum of the header, one per block of
// 64 KiB, and one of the checksums; inputs are so short that there is one block.
inline std::string with_right_checksums(std::string_view bytes) {
  std::string fixed(bytes);
  std::uint64_t header_size = 0;
  constexpr std::size_t checksums_size = 3 * sizeof(std::uint64_t);
  if (fixed.size() < sizeof header_size) return fixed;
  std::memcpy(&header_size, fixed.data(), sizeof header_size);
  if (header_size > fixed.size() - sizeof header_size) return fixed;
  const std::size_t header_end = sizeof header_size + header_size;
  if (fixed.size() - header_end < checksums_size) return fixed;

  const std::string_view all = fixed;
  std::uint64_t checksums[3] = {oovec::hash64(all.substr(0, header_end)),
                                oovec::hash64(all.substr(header_end + checksums_size)), 0};
  checksums[2] = oovec::hash64(std::as_bytes(std::span(checksums).first(2)));
  std::memcpy(fixed.data() + header_end, checksums, checksums_size);
  return fixed;
}

// Tries a file as it is and with its checksums put right.
inline int fuzz_tensor_file(const std::uint8_t* data, std::size_t size,
                            void (*fuzz)(std::string_view)) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fuzz(bytes);
  fuzz(with_right_checksums(bytes));
  return 0;
}
