// A file that appears under its name only when it is complete.
//
// Bytes go to a temporary file beside the target; commit() flushes them to the disk and renames. An
// Output destroyed without commit(), by an exception for instance, leaves nothing behind and the
// old file as it was. "-" is standard output; devices and pipes are written directly.
//
//   Output out("vectors.txt");
//   out.write("2 3\n");
//   out.commit();
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "oovec/io/input.h"

namespace oovec::inline io {

class Output {
 public:
  explicit Output(const std::string& path, Compression compression = Compression::none);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view bytes);
  void write(std::span<const std::byte> bytes);

  // Whether overwrite_start() is possible: not for compressed output, pipes and devices.
  bool can_overwrite() const;

  // Replaces the first bytes of what has been written, at least as many: a header that could not be
  // known before.
  void overwrite_start(std::string_view bytes);

  // Completes the file. Nothing may be written afterwards.
  void commit();

  const std::string& path() const;

  // Removes the temporary file of every Output in flight. Safe to call from a signal handler, which
  // is its purpose: a program that dies of Ctrl-C leaves no half-written file.
  static void discard_all() noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// The compression that a file name selects: ".gz", ".bz2", ".zst", otherwise none.
Compression compression_for_name(std::string_view path);

// The name without that ending.
[[nodiscard]] std::string_view without_compression_suffix(std::string_view path);

}  // namespace oovec::inline io
