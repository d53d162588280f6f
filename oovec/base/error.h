// The library's one exception type. A message says where (file, line or byte offset), what was
// found and what to do; the kind lets each front end map it in one place (exit code, HTTP status,
// Python exception).
//
// A message names an option as fields() does (options.h), in backquotes: "lower `min-count`". Each
// front end then spells it as its users write it: --min-count, min_count.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace oovec::inline base {

enum class ErrorKind {
  usage,        // an argument is invalid, whatever the files contain
  malformed,    // the input breaks the rules of its format
  damaged,      // the input was cut short or altered since it was written
  unsupported,  // the input is well-formed, but of a variant this version does not read
  io,           // the operating system reports an error: no file, no permission, disk full
};

class [[nodiscard]] Error : public std::runtime_error {
 public:
  [[nodiscard]] Error(ErrorKind kind, const std::string& message)
      : std::runtime_error(message), kind_(kind) {}

  ErrorKind kind() const { return kind_; }

  [[nodiscard]] std::string message(
      const std::function<std::string(std::string_view)>& spell) const;

 private:
  ErrorKind kind_;
};

// A message with spell(name) in place of every `name`.
[[nodiscard]] std::string spell_options(std::string_view message,
                                        const std::function<std::string(std::string_view)>& spell);

// An io error with the reason the operating system gave: "cannot open a.txt: No such file …".
Error io_error(const std::string& what, int error_number);

// For writers, which never write NaN or infinity: `what` says where one would be.
Error not_finite_error(const std::string& what);

}  // namespace oovec::inline base
