// The options of all commands that read a vectors file.
#pragma once

#include <string>

#include "apps/cli/command.h"
#include "oovec/vectors/format.h"

namespace oovec::cli {

struct VectorsArguments {
  std::string file;
  ReadOptions read;
  bool json = false;
};

void add_vectors_arguments(Command command, VectorsArguments& arguments);

}  // namespace oovec::cli
