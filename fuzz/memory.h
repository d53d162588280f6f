// Files and folders in memory, for readers that want a path.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "oovec/io/descriptor.h"

// Whether readers would decompress these bytes first. input_fuzzer.cc does that; elsewhere it would
// cost most of the time, since a few bytes may ask for a window of 2 GiB.
inline bool is_compressed(std::string_view bytes) {
  return bytes.starts_with("\x1F\x8B") || bytes.starts_with("BZh") ||
         bytes.starts_with("\x28\xB5\x2F\xFD") ||
         (bytes.size() >= 4 && bytes.substr(1, 3) == "\x2A\x4D\x18");  // skippable frames of zstd
}

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

// A folder of this process, removed when the process ends normally.
class MemoryDirectory {
 public:
  MemoryDirectory() { std::filesystem::create_directories(path_); }
  ~MemoryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  MemoryDirectory(const MemoryDirectory&) = delete;
  MemoryDirectory& operator=(const MemoryDirectory&) = delete;

  std::string path(const std::string& name) const { return path_ + "/" + name; }

  // Writes a file and returns its path.
  std::string write(const std::string& name, std::string_view bytes) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  std::string content(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  const std::string path_ = "/dev/shm/oovec-fuzz-" + std::to_string(::getpid());
};

// The same for every input.
inline const MemoryDirectory& directory() {
  static const MemoryDirectory made;
  return made;
}
