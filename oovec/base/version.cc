#include "oovec/base/version.h"

namespace oovec::inline base {

std::string_view version() {
  return OOVEC_VERSION;
}  // set by the build, from the project's version

}  // namespace oovec::inline base
