// The version of the library that is running, which a program linked to the shared library learns
// only then, and how it runs.
#pragma once

#include <string_view>

namespace oovec::inline base {

// "major.minor.patch"
[[nodiscard]] std::string_view version();

// The instruction set that the vectorised loops use on this machine, as Highway names it: "AVX2".
[[nodiscard]] std::string_view instruction_set();

}  // namespace oovec::inline base
