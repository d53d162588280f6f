// oovec train --vectors V --contexts C -o M: learns to infer vectors from form and contexts.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/held_out_table.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/train_arguments.h"
#include "apps/cli/train_display.h"
#include "apps/cli/words.h"
#include "oovec/train/plot.h"
#include "oovec/train/train.h"

namespace oovec::cli {
namespace {

Json train_json(const TrainArguments& arguments, const TrainSummary& summary, double rate) {
  Json epochs = Json::array();
  for (const EpochResult& result : summary.epochs) {
    Json& epoch = epochs.emplace_back(Json{{"epoch", result.epoch}});
    if (result.loss) epoch["loss"] = *result.loss;
    if (result.score) epoch["score"] = *result.score;
  }
  Json json = {{"file", arguments.output},
               {"words", summary.words},
               {"words_with_contexts", summary.words_with_contexts},
               {"excluded", listed_json(summary.excluded)},
               {"ngrams", summary.ngrams},
               {"ngram_min", summary.ngram_lengths.min},
               {"ngram_max", summary.ngram_lengths.max},
               {"without_ngrams", summary.without_ngrams},
               {"instances_per_epoch", summary.instances_per_epoch},
               {"instances_per_second", rate},
               {"resumed_at", summary.resumed_at},
               {"stopped", summary.stopped},
               {"best_epoch", summary.best_epoch},
               {"epochs", epochs}};
  json["hints"] = spelled_hints(summary.hints);
  if (summary.held_out) json["held_out"] = held_out_json(summary.held_out->rows);
  return json;
}

void print_held_out(const HeldOutReport& report) {
  fmt::print("\nOn held-out words:\n{}", held_out_table(report));
}

void print_summary(const TrainArguments& arguments, const TrainSummary& summary, double rate) {
  if (arguments.json) return print_json(train_json(arguments, summary, rate));
  if (summary.stopped) {
    fmt::print("stopped; run the same command with --resume to continue\n");
    return;
  }
  const std::string epoch =
      summary.solved ? ""
                     : fmt::format("epoch {} of {}; ", summary.best_epoch, summary.epochs.size());
  fmt::print("{}: {}{}, {} of them with contexts, and {}{}\n", printable(arguments.output), epoch,
             counted(summary.words, "word"), with_commas(summary.words_with_contexts),
             counted(summary.ngrams, "n-gram"),
             rate > 0
                 ? fmt::format(", {} instances/s", with_commas(static_cast<std::uint64_t>(rate)))
                 : "");
  if (summary.held_out) print_held_out(*summary.held_out);
}

int run_train(TrainArguments& arguments, const std::string& plot) {
  auto vectors = read_train_inputs(arguments);
  TrainDisplay display(arguments.log, arguments.options.resume, arguments.json);
  arguments.options.monitor = &display;
  arguments.options.progress = terminal_progress();
  const TrainSummary summary = train_model(std::move(vectors), ContextIndex(arguments.contexts),
                                           arguments.output, arguments.options);
  const double rate = display.instances_per_second();
  if (summary.solved && !summary.stopped && !summary.epochs.front().score)
    display.log(train_json(arguments, summary, rate));
  if (!plot.empty()) write_text_file(plot, plot_epochs(summary.epochs));
  report_excluded(arguments.exclude, summary.excluded);
  print_summary(arguments, summary, rate);
  print_hints(summary.hints);
  return summary.stopped ? exit_stopped : exit_ok;
}

}  // namespace

void add_train(Command parent, int& exit_code) {
  auto arguments = std::make_shared<TrainArguments>();
  auto plot = std::make_shared<std::string>();
  const Command command =
      parent.add_command("train", "Learn to infer vectors from form and contexts");
  command.footer(R"(
Learns the form from all words of the vectors, and contexts from those words that have some in the
index. Words for testing must be held out: with --exclude, or as development data (--dev), which is
either definitions (word TAB sentence) or pairs of words with a folder of contexts beside them. At
the end, the model is measured on words that training held out itself.

Ctrl-C leaves a checkpoint (exit code 5); the same command with --resume continues from it.

Examples:
  oovec train --vectors glove.txt --contexts wiki.ctx -o words.oovec
  oovec train --vectors glove.txt --contexts wiki.ctx --model gated --dev dev.txt -o w.oovec
)");
  add_train_arguments(command, *arguments);
  command.add_output("--plot", *plot, "Draw loss and score as an SVG file.");
  command.on_run([arguments, plot, &exit_code] { exit_code = run_train(*arguments, *plot); });
}

}  // namespace oovec::cli
