// What happens when a mapped file is cut short while it is in use (`cp new old` does that): the
// next read of a page that is gone raises SIGBUS, which ends the program. A front end that installs
// the guard survives: such pages become zeros, the mapping is marked as lost, and whoever uses it
// throws an Error(damaged) before a result leaves the library. The library never installs it by
// itself. See docs/decisions/mapped-files.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "oovec/base/error.h"

namespace oovec::inline io {

// Installs the handler of SIGBUS; faults elsewhere go to the handler that was there before.
void install_map_guard();

// A file that was lost since the program began, if there is one; for front ends, which ask when a
// command is done.
[[nodiscard]] std::optional<std::string> lost_file();

// Forgets the lost file, once nothing of it is mapped any more: for programs that continue.
void forget_lost_files();

// The error to report about a lost file.
Error lost_error(const std::string& path);

// Throws this error if a file that is mapped now is lost.
void check_mappings();

// A mapping that the handler knows of, as long as this lives.
class MapGuard {
 public:
  MapGuard() = default;
  MapGuard(const std::byte* data, std::size_t size, const std::string& path);
  ~MapGuard();
  MapGuard(MapGuard&& other) noexcept;
  MapGuard& operator=(MapGuard&& other) noexcept;

  // Whether pages of it have been replaced by zeros.
  bool is_lost() const;

 private:
  std::optional<std::size_t> slot_;
};

}  // namespace oovec::inline io
