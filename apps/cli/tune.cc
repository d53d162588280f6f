// oovec tune --vectors V --contexts C --dev D -o M: searches for the best model and learning rate.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/train_arguments.h"
#include "apps/cli/train_display.h"
#include "apps/cli/words.h"
#include "oovec/train/tune.h"

namespace oovec::cli {
namespace {

struct TuneArguments : TrainArguments {
  std::vector<Composition> models = {Composition::balanced, Composition::gated, Composition::single,
                                     Composition::context, Composition::form};
  std::vector<double> learning_rates = {0.1, 0.01, 0.001};
};

Json candidate_json(const Candidate& candidate) {
  Json rate;  // null for a model that is solved for
  if (!is_solved(candidate.model)) rate = candidate.learning_rate;
  return {{"model", enum_name(candidate.model)}, {"learning_rate", rate}};
}

Json grid_row_json(const Candidate& candidate, const std::vector<EpochResult>& results) {
  Json json = candidate_json(candidate);
  json["epochs"] = Json::array();
  for (const EpochResult& result : results) {
    Json epoch = {{"epoch", result.epoch}, {"score", *result.score}};
    if (result.loss) epoch["loss"] = *result.loss;
    for (const DevScore& dev : result.dev) {
      Json details;
      for (const auto& [name, value] : dev.details) details[name] = value;
      epoch["dev"].push_back(details);
    }
    json["epochs"].push_back(epoch);
  }
  return json;
}

void print_json_summary(const TuneArguments& arguments, const std::vector<Candidate>& candidates,
                        const TuneSummary& summary, double rate) {
  Json grid = Json::array();
  for (std::size_t i = 0; i < candidates.size(); ++i)
    grid.push_back(grid_row_json(candidates[i], summary.results[i]));
  Json best;  // null if no epoch is done
  if (summary.best_epoch > 0) {
    best = candidate_json(candidates[summary.best_candidate]);
    best["epoch"] = summary.best_epoch;
  }
  print_json({{"file", arguments.output},
              {"resumed_at", summary.resumed_at},
              {"stopped", summary.stopped},
              {"excluded", listed_json(summary.excluded)},
              {"instances_per_second", rate},
              {"best", best},
              {"grid", grid}});
}

// A line per candidate, a column per epoch; the best stands in brackets. A model that is solved for
// has no rate and one score.
void print_grid(const std::vector<Candidate>& candidates, const TuneSummary& summary) {
  fmt::print("{:8}  {:>7}  score after epoch 1, 2, …\n", "model", "rate");
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::string rate =
        is_solved(candidates[i].model) ? "" : fmt::format("{}", candidates[i].learning_rate);
    fmt::print("{:8}  {:>7}", enum_name(candidates[i].model), rate);
    for (const EpochResult& result : summary.results[i]) {
      const bool best = i == summary.best_candidate && result.epoch == summary.best_epoch;
      fmt::print("{}{:.4f}{}", best ? " [" : "  ", *result.score, best ? "]" : " ");
    }
    fmt::print("\n");
  }
}

void print_text_summary(const TuneArguments& arguments, const std::vector<Candidate>& candidates,
                        const TuneSummary& summary) {
  print_grid(candidates, summary);
  if (summary.best_epoch > 0) {
    const Candidate& best = candidates[summary.best_candidate];
    const std::string how =
        is_solved(best.model)
            ? ""
            : fmt::format(", learning rate {}, epoch {}", best.learning_rate, summary.best_epoch);
    fmt::print("{}: {}{}\n", printable(arguments.output), enum_name(best.model), how);
  }
  if (summary.stopped) fmt::print("stopped; run the same command with --resume to continue\n");
}

int run_tune(TuneArguments& arguments) {
  auto vectors = read_train_inputs(arguments);
  TrainDisplay display(arguments.log, arguments.options.resume, true);
  arguments.options.monitor = &display;
  arguments.options.progress = terminal_progress();
  const std::vector<Candidate> candidates = combine(arguments.models, arguments.learning_rates);
  const TuneSummary summary = tune(std::move(vectors), ContextIndex(arguments.contexts),
                                   arguments.output, candidates, arguments.options);
  report_excluded(arguments.exclude, summary.excluded);
  print_hints(summary.hints);
  if (arguments.json)
    print_json_summary(arguments, candidates, summary, display.instances_per_second());
  else
    print_text_summary(arguments, candidates, summary);
  return summary.stopped ? exit_stopped : exit_ok;
}

}  // namespace

void add_tune(Command parent, int& exit_code) {
  auto arguments = std::make_shared<TuneArguments>();
  arguments->options.epochs = 10;
  const Command command = parent.add_command("tune", "Search for the best model and learning rate");
  command.footer(R"(
Trains every combination of --models and --learning-rates together, scores each on the development
data after every epoch, and writes the best. Each combination needs memory for its n-grams. The
model balanced has no learning rate: it is solved once, after the others.

Ctrl-C writes the best model so far and leaves a checkpoint (exit code 5); the same command with
--resume continues from it.

Example:
  oovec tune --vectors glove.txt --contexts wiki.ctx --dev definitions.txt -o words.oovec
)");
  add_train_arguments(command, *arguments, {"model", "learning-rate"});
  add_enums(command, "--models", arguments->models, "Models to try, separated by commas.");
  add_numbers(command, "--learning-rates", arguments->learning_rates,
              "Learning rates to try, separated by commas.", Range{1e-9, 10});
  command.on_run([arguments, &exit_code] { exit_code = run_tune(*arguments); });
}

}  // namespace oovec::cli
