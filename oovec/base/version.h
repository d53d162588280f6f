// The version of the library that is running, which a program linked to the shared library learns
// only then.
#pragma once

#include <string_view>

namespace oovec::inline base {

// "major.minor.patch"
[[nodiscard]] std::string_view version();

}  // namespace oovec::inline base
