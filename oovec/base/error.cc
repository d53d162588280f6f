#include "oovec/base/error.h"

#include <system_error>

namespace oovec::inline base {

Error io_error(const std::string& what, int error_number) {
  return Error(ErrorKind::io, what + ": " + std::generic_category().message(error_number));
}

}  // namespace oovec::inline base
