// What a command reads must not be what it writes.
#pragma once

#include <string>
#include <vector>

namespace oovec::cli {

// Throws Error(usage) if the output is one of the inputs, which would be lost. Inputs may be empty,
// globs or -.
void check_not_input(const std::string& output, const std::vector<std::string>& inputs);

}  // namespace oovec::cli
