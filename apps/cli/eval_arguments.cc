#include "apps/cli/eval_arguments.h"

#include <algorithm>

#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "oovec/base/error.h"
#include "oovec/baselines/baseline.h"
#include "oovec/corpus/indexer.h"
#include "oovec/model/model.h"
#include "oovec/vectors/format.h"

namespace oovec::cli {
namespace {

std::optional<Baseline> baseline_named(const std::string& name) {
  const auto names = enum_names(Baseline());
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Baseline>(found - names.begin());
}

// What baselines work with.
struct Surroundings {
  std::shared_ptr<const Embeddings> vectors;
  TokenizerOptions text;
};

Surroundings read_surroundings(const std::string& path) {
  if (path.empty())
    throw Error(ErrorKind::usage, "baselines need vectors: name them with --vectors");
  auto vectors = std::make_shared<const Embeddings>(read_vectors(path).embeddings);
  const TokenizerOptions text = resolve_text({}, *vectors);
  return {std::move(vectors), text};
}

}  // namespace

std::size_t EvalArguments::name_width() const {
  std::size_t width = 5;  // "model"
  for (const std::string& model : models) width = std::max(width, printable(model).size());
  return width;
}

void add_eval_arguments(CLI::App& command, EvalArguments& arguments) {
  command
      .add_option("--model", arguments.models,
                  fmt::format("models to evaluate, one or several: files, or baselines:\n{}",
                              list_choices(choices_of(Baseline()))))
      ->type_name("FILE")
      ->required();
  command
      .add_option("--vectors", arguments.vectors,
                  "vectors of models that were written without them, or of baselines")
      ->type_name("FILE");
  command.add_flag("--allow-seen", arguments.allow_seen,
                   "evaluate models that have learned from test words, too");
  command.add_flag("--json", arguments.json, "print JSON");
}

std::vector<NamedModel> open_models(const EvalArguments& arguments) {
  std::vector<NamedModel> models;
  std::optional<Surroundings> surroundings;
  for (const std::string& name : arguments.models) {
    models.push_back({name, nullptr});
    if (baseline_named(name)) continue;
    auto model = std::make_unique<const Model>(name, arguments.vectors);
    if (!surroundings) surroundings = {model->parts().vectors, model->text()};
    models.back().model = std::move(model);
  }
  for (NamedModel& model : models) {
    if (model.model) continue;
    if (!surroundings) surroundings = read_surroundings(arguments.vectors);
    model.model =
        make_baseline(*baseline_named(model.name), surroundings->vectors, surroundings->text);
  }
  return models;
}

void check_held_out(const EvalArguments& arguments, const NamedModel& model, const DevSet& set) {
  if (!arguments.allow_seen) oovec::check_held_out(set, *model.model, model.name);
}

}  // namespace oovec::cli
