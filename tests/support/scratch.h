// A directory of its own for each test that needs files, removed with all it holds.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/support/files.h"

namespace oovec {

class Scratch {
 public:
  Scratch() : directory_(TemporaryFile::directory() + "oovec-XXXXXX") {
    if (!::mkdtemp(directory_.data())) throw std::runtime_error("no scratch directory");
  }
  ~Scratch() { std::filesystem::remove_all(directory_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::string& directory() const { return directory_; }
  std::string path(const std::string& name) const { return directory_ + "/" + name; }

  // Creates a file and returns its path.
  std::string file(const std::string& name, std::string_view content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

  std::string content(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(directory_))
      found.insert(entry.path().filename().string());
    return found;
  }

 private:
  std::string directory_;
};

}  // namespace oovec
