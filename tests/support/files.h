// Temporary files for tests.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace oovec {

// A path of its own, with whatever is there removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view suffix = "") {
    static std::atomic<int> count = 0;
    path_ = directory() + "oovec-" + std::to_string(getpid()) + "-" + std::to_string(count++);
    path_ += suffix;
  }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  // In memory where possible: tests write thousands of files, and each is flushed to the disk.
  static std::string directory() {
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : testing::TempDir();
  }

  const std::string& path() const { return path_; }

  void write(std::string_view bytes) const {
    std::ofstream file(path_, std::ios::binary);
    file << bytes;
  }

  std::string content() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::string path_;
};

}  // namespace oovec
