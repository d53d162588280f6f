// What the evaluations share: the models to compare, and how to answer.
#pragma once

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

#include "oovec/eval/dev_set.h"
#include "oovec/model/inferrer.h"

namespace oovec::cli {

struct EvalArguments {
  std::string data;
  std::vector<std::string> models;
  std::string vectors;
  DevSetOptions options;
  bool allow_seen = false;
  bool json = false;

  // The width of the column of models in a table.
  std::size_t name_width() const;
};

void add_eval_arguments(CLI::App& command, EvalArguments& arguments);

struct NamedModel {
  std::string name;  // as it was given
  std::unique_ptr<const Inferrer> model;
};

// The models and baselines, in order. Baselines have the vectors of the first model and read text
// as it does; without a model they have those of --vectors.
std::vector<NamedModel> open_models(const EvalArguments& arguments);

// Unless it is allowed to have seen them, throws for a model that has learned from words of the
// set.
void check_held_out(const EvalArguments& arguments, const NamedModel& model, const DevSet& set);

}  // namespace oovec::cli
