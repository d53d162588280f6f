// Options and output that the evaluations share.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "lab/eval/data_file.h"
#include "lab/eval/dev_set.h"
#include "oovec/model/inferrer.h"

namespace oovec::cli {

struct EvalArguments {
  std::string data;
  std::vector<std::string> models;
  std::string vectors;
  std::string context_vectors;
  lab::DevSetOptions options;
  bool allow_seen = false;
  bool filtered = false;
  bool compare = false;
  bool json = false;

  // The width of the column of models in a table.
  std::size_t name_width() const;
};

// Returns the option --model, which tests without an argument of their own take as MODEL, too.
Option add_eval_arguments(Command command, EvalArguments& arguments,
                          const std::string& flag = "--model");

// Adds the options of tests that give contexts.
void add_context_arguments(Command command, EvalArguments& arguments);

// Adds the options of tests on words that models must not have seen.
void add_held_out_arguments(Command command, EvalArguments& arguments);

struct NamedModel {
  std::string name;  // as it was given
  std::shared_ptr<const Inferrer> model;
};

// The models, baselines and vectors made elsewhere, in order. Baselines and vectors have the space
// of the first model and read text as it does; without a model they have those of --vectors.
[[nodiscard]] std::vector<NamedModel> open_models(const EvalArguments& arguments);

// Throws if a model has learned from words of the set, unless --allow-seen is given.
void check_held_out(const EvalArguments& arguments, const NamedModel& model,
                    const lab::DevSet& set);

// Reports on standard error for how many test words a model has no vector, if any, and how these
// count.
void report_not_inferred(const NamedModel& model, const std::vector<std::string>& words,
                         std::size_t of, const std::string& consequence);

// If asked to, leaves out the lines whose word, the `field`-th, shares its stem with a word of the
// first model's vectors, and says how many are left.
void filter(const EvalArguments& arguments, const std::vector<NamedModel>& models,
            std::size_t field, lab::DataFile& data);

// A metric of a model, and its values on bootstrap samples of the test words.
struct Sampled {
  std::string model;
  double figure;
  std::vector<double> samples;
};

// Compares every pair of models, and prints the difference of the metric `figure`.
void print_comparisons(const EvalArguments& arguments, const std::string& figure,
                       const std::vector<Sampled>& models);

}  // namespace oovec::cli
