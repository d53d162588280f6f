// What every command that reads a vectors file is told about it.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

#include "oovec/vectors/format.h"

namespace oovec::cli {

struct VectorsArguments {
  std::string file;
  ReadOptions read;
  bool json = false;
};

void add_vectors_arguments(CLI::App& command, VectorsArguments& arguments);

}  // namespace oovec::cli
