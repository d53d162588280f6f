#include "apps/cli/eval_arguments.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "lab/baselines/baseline.h"
#include "lab/baselines/given_vectors.h"
#include "lab/baselines/open.h"
#include "lab/eval/filter.h"
#include "lab/eval/metrics.h"
#include "oovec/base/error.h"
#include "oovec/base/suggest.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/resolve_text.h"

namespace oovec::cli {
namespace {

// What baselines and vectors made elsewhere work with.
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

bool is_baseline_name(const std::string& name) {
  return enum_named<lab::Baseline>(name).has_value();
}

// A mistyped baseline would count as a file that does not exist.
void refuse_mistyped_baseline(const std::string& name) {
  std::error_code absent;
  const std::string suggestion = did_you_mean(name, choices_of(lab::Baseline()));
  if (!suggestion.empty() && !std::filesystem::exists(name, absent))
    throw Error(ErrorKind::usage,
                fmt::format("\"{}\" is neither a file nor a baseline{}", name, suggestion));
}

bool uses_context_vectors(const EvalArguments& arguments) {
  return std::any_of(arguments.models.begin(), arguments.models.end(), [](const auto& name) {
    const auto baseline = enum_named<lab::Baseline>(name);
    return baseline && lab::needs_context_vectors(*baseline);
  });
}

// Vectors made elsewhere have a space of their own if there is no other of their dimension.
std::shared_ptr<const Inferrer> open_given(const std::string& path,
                                           const std::optional<Surroundings>& surroundings) {
  auto given = std::make_shared<const lab::GivenVectors>(
      path, surroundings ? surroundings->vectors : nullptr,
      surroundings ? surroundings->text : TokenizerOptions(), terminal_progress());
  if (surroundings && given->has_own_space())
    fmt::print(stderr,
               "{} has {} dimensions, but the other vectors have {}: its words are only compared "
               "with each other\n",
               printable(path), given->dimension(), surroundings->vectors->dimension());
  return given;
}

// Null, and a word about it, if none are given.
std::shared_ptr<const Embeddings> read_context_vectors(const EvalArguments& arguments) {
  if (!arguments.context_vectors.empty())
    return std::make_shared<const Embeddings>(read_vectors(arguments.context_vectors).embeddings);
  fmt::print(stderr,
             "without --context-vectors, skipgram and nonce2vec use the word vectors as context "
             "vectors\n");
  return nullptr;
}

}  // namespace

std::size_t EvalArguments::name_width() const {
  std::size_t width = 5;  // "model"
  for (const std::string& model : models) width = std::max(width, printable(model).size());
  return width;
}

Option add_eval_arguments(Command command, EvalArguments& arguments, const std::string& flag) {
  const Option models = command
                            .add_files(flag, arguments.models,
                                       "Models to evaluate, one or several: model files, fastText "
                                       "models, files of oovec mimick, vectors made elsewhere, or "
                                       "the baselines " +
                                           list_choices(choices_of(lab::Baseline())) + ".")
                            .required();
  command.add_file(
      "--vectors", arguments.vectors,
      "Vectors for models written without vectors, for baselines, and for vectors made "
      "elsewhere.");
  command.add_flag("--json", arguments.json, "Print JSON.");
  return models;
}

void add_context_arguments(Command command, EvalArguments& arguments) {
  command.add_file("--context-vectors", arguments.context_vectors,
                   "Vectors of words as contexts, for the baselines skipgram and nonce2vec.");
}

void add_held_out_arguments(Command command, EvalArguments& arguments) {
  command.add_flag("--filtered", arguments.filtered,
                   "Leave out test words that share a stem with a word of the vectors.");
  command.add_flag("--compare", arguments.compare,
                   "Test every pair of models for a significant difference.");
  command.add_flag("--allow-seen", arguments.allow_seen,
                   "Also evaluate models that have learned from test words.");
}

std::vector<NamedModel> open_models(const EvalArguments& arguments) {
  std::vector<NamedModel> models;
  std::optional<Surroundings> surroundings;
  for (const std::string& name : arguments.models) {
    models.push_back({name, nullptr});
    if (is_baseline_name(name)) continue;
    refuse_mistyped_baseline(name);
    if (lab::recognise_inferrer(name) == lab::InferrerKind::vectors) continue;
    const std::shared_ptr<const Inferrer> model = lab::open_inferrer(name, arguments.vectors);
    if (!surroundings) surroundings = {{model, &model->vectors()}, model->text()};
    models.back().model = model;
  }
  lab::BaselineOptions options{nullptr, arguments.options.seed};
  if (uses_context_vectors(arguments)) options.context_vectors = read_context_vectors(arguments);
  for (NamedModel& model : models) {
    if (model.model) continue;
    const bool is_baseline = is_baseline_name(model.name);
    if (!surroundings && (is_baseline || !arguments.vectors.empty()))
      surroundings = read_surroundings(arguments.vectors);
    if (!is_baseline) {
      model.model = open_given(model.name, surroundings);
      continue;
    }
    model.model = lab::make_baseline(*enum_named<lab::Baseline>(model.name), surroundings->vectors,
                                     surroundings->text, options);
  }
  return models;
}

void check_held_out(const EvalArguments& arguments, const NamedModel& model,
                    const lab::DevSet& set) {
  if (!arguments.allow_seen) lab::check_held_out(set, *model.model, model.name, "`allow-seen`");
}

void report_not_inferred(const NamedModel& model, const std::vector<std::string>& words,
                         std::size_t of, const std::string& consequence) {
  if (words.empty()) return;
  std::vector<std::string> examples;
  for (const std::string& word : words)
    if (examples.size() < 3) examples.push_back(printable(word));
  fmt::print(stderr, "{} has no vector for {} of {} words ({}{}): {}\n", printable(model.name),
             words.size(), of, fmt::join(examples, ", "),
             examples.size() < words.size() ? " …" : "", consequence);
}

void filter(const EvalArguments& arguments, const std::vector<NamedModel>& models,
            std::size_t field, lab::DataFile& data) {
  if (!arguments.filtered) return;
  const Inferrer& first = *models.front().model;
  const std::size_t all = data.lines.size();
  const std::size_t dropped =
      lab::drop_related(data, field, lab::Stems(first.vectors()), first.text().casing());
  fmt::print(stderr, "{} of {} lines are left: their words share no stem with a known word\n",
             all - dropped, all);
}

void print_comparisons(const EvalArguments& arguments, const std::string& figure,
                       const std::vector<Sampled>& models) {
  const std::size_t width = arguments.name_width();
  if (!arguments.json)
    fmt::print("\n{:{}}  {:{}}  {:>10}  {:>18}  {:>6}\n", "model", width, "against", width + 2,
               figure + " by", "95 %", "p");
  for (std::size_t i = 0; i < models.size(); ++i)
    for (std::size_t j = i + 1; j < models.size(); ++j) {
      const Sampled& a = models[i];
      const Sampled& b = models[j];
      const lab::Comparison result = lab::compare(a.figure, b.figure, a.samples, b.samples);
      if (arguments.json)
        print_json({{"model", a.model},
                    {"against", b.model},
                    {"figure", figure},
                    {"difference", result.difference},
                    {"difference_95", {result.interval.low, result.interval.high}},
                    {"p", result.p}});
      else
        fmt::print("{:{}}  {:{}}  {:>+10.4f}  {:>18}  {:>6.3f}\n", printable(a.model), width,
                   printable(b.model), width + 2, result.difference,
                   fmt::format("{:+.4f} … {:+.4f}", result.interval.low, result.interval.high),
                   result.p);
    }
}

}  // namespace oovec::cli
