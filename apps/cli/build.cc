#include "apps/cli/build.h"

#include <fmt/format.h>

#include "oovec/base/version.h"

namespace oovec::cli {

// The build sets the macros (CMakeLists.txt). Nothing in them depends on the time or the place of
// the build, so that the same source gives the same program.
std::string version_text() {
  return fmt::format(
      "{}\n"
      "source       {}\n"
      "compiler     {}\n"
      "build        {}\n"
      "instructions {}",
      version(), OOVEC_SOURCE, OOVEC_COMPILER, OOVEC_BUILD, instruction_set());
}

}  // namespace oovec::cli
