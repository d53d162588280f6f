// The version of the library at run time, which may differ from the headers if the library is
// shared, and the instruction set it uses.
#pragma once

#include <string_view>

namespace oovec::inline base {

// "major.minor.patch"
[[nodiscard]] std::string_view version();

// The instruction set that the vectorised loops use on this machine, as Highway names it: "AVX2".
[[nodiscard]] std::string_view instruction_set();

}  // namespace oovec::inline base
