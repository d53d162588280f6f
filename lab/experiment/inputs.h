// The files that an experiment reads, with fingerprints of their contents.
//
// Each file is hashed once. The hash is stored with the size and modification time of the file, so
// that unchanged files are not read again.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

struct InputFile {
  std::string role;  // "vectors", "dn", …
  std::string path;
  std::uint64_t size = 0;
  std::uint64_t fingerprint = 0;
};

class Inputs {
 public:
  // `memory` is the file that stores hashes between runs.
  explicit Inputs(std::string memory);

  // Adds a file, or a folder with all files in it, and returns its fingerprint.
  std::uint64_t add(const std::string& role, const std::string& path);
  std::uint64_t add(const std::string& role, const std::vector<std::string>& paths);

  const std::vector<InputFile>& files() const { return files_; }

  void remember() const;

 private:
  InputFile look_at(const std::string& path);

  std::string memory_path_;
  Json memory_;
  std::vector<InputFile> files_;
};

// The number as 16 hexadecimal digits.
std::string to_hex(std::uint64_t fingerprint);

// The hash of the value written as JSON.
std::uint64_t fingerprint_of(const Json& value);

}  // namespace oovec::lab
