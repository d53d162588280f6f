// A temporary file beside the file that it will replace. Unless it has done so, its destructor or
// discard_all() removes it. What a killed process leaves behind is removed when the same target is
// written again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "oovec/io/descriptor.h"

namespace oovec::inline io {

// The file at the end of a chain of symbolic links, whether it is there or not.
[[nodiscard]] std::string follow_links(std::string path);

class Temporary {
 public:
  // Links are followed: what is replaced is the file at their end, which passes on its permissions.
  [[nodiscard]] explicit Temporary(const std::string& target);
  ~Temporary();
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  int file() const { return file_.get(); }
  std::string path() const { return directory_name_ + temporary_name_; }

  // Makes the content durable and then visible under the name of the target.
  void replace_target();

  // See Output::discard_all. It knows of 64 temporaries at a time; more of them work as well, but
  // would outlive a program that dies of a signal.
  static void discard_all() noexcept;

 private:
  void create();
  void match_permissions();
  void remove() noexcept;

  const std::string target_;
  std::string name_in_directory_;  // of the target
  std::string temporary_name_;
  std::string directory_name_;
  Descriptor directory_;
  Descriptor file_;
  std::optional<std::size_t> slot_;  // in the registry that discard_all() goes through
  bool exists_ = false;
};

}  // namespace oovec::inline io
