// What the evaluations share: the models to compare, and how to answer.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

#include "oovec/eval/dev_set.h"
#include "oovec/model/model.h"

namespace oovec::cli {

struct EvalArguments {
  std::string data;
  std::vector<std::string> models;
  std::string vectors;
  DevSetOptions options;
  bool json = false;

  // The width of the column of models in a table.
  std::size_t name_width() const;
};

void add_eval_arguments(CLI::App& command, EvalArguments& arguments);

}  // namespace oovec::cli
