#include "oovec/base/version.h"

#include <hwy/targets.h>

namespace oovec::inline base {

std::string_view version() {
  return OOVEC_VERSION;
}  // set by the build, from the project's version

std::string_view instruction_set() {
  const auto usable = hwy::SupportedTargets() & HWY_TARGETS;
  return hwy::TargetName(usable & -usable);  // the best has the lowest bit
}

}  // namespace oovec::inline base
