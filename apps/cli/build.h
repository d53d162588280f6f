// How the program was built, for --version and bug reports.
#pragma once

#include <string>

namespace oovec::cli {

// The version, and lines with the commit, the compiler, the kind of build and the instruction set.
[[nodiscard]] std::string version_text();

}  // namespace oovec::cli
