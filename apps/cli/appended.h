// The vectors that a command writes with rows appended to those of a file.
#pragma once

#include <string>

#include "apps/cli/command.h"

namespace oovec::cli {

// Adds --output and --vectors, the file to append to, which the output may replace. The variables
// must live until the command has run.
void add_appended_output(Command command, std::string& output, std::string& vectors);

}  // namespace oovec::cli
