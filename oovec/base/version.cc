#include "oovec/base/version.h"

namespace oovec {

std::string_view version() {
  return OOVEC_VERSION;
}  // set by the build, from the project's version

}  // namespace oovec
