// oovec train --vectors V --contexts C -o M: learns to infer vectors from form and contexts.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/train_arguments.h"
#include "apps/cli/train_display.h"
#include "apps/cli/words.h"
#include "oovec/io/output.h"
#include "oovec/train/plot.h"
#include "oovec/train/train.h"

namespace oovec::cli {
namespace {

void print_summary(const TrainArguments& arguments, const TrainSummary& summary, double rate) {
  if (arguments.json) {
    Json epochs = Json::array();
    for (const EpochResult& result : summary.epochs) {
      epochs.push_back({{"epoch", result.epoch}, {"loss", result.loss}});
      if (result.score) epochs.back()["score"] = *result.score;
    }
    return print_json({{"file", arguments.output},
                       {"words", summary.words},
                       {"words_with_contexts", summary.words_with_contexts},
                       {"excluded", listed_json(summary.excluded)},
                       {"ngrams", summary.ngrams},
                       {"instances_per_epoch", summary.instances_per_epoch},
                       {"instances_per_second", rate},
                       {"resumed_at", summary.resumed_at},
                       {"stopped", summary.stopped},
                       {"best_epoch", summary.best_epoch},
                       {"epochs", epochs}});
  }
  if (summary.stopped)
    fmt::print("stopped; the same command with --resume goes on\n");
  else
    fmt::print(
        "{}: epoch {} of {}; {}, {} of them with contexts, and {}{}\n", printable(arguments.output),
        summary.best_epoch, summary.epochs.size(), counted(summary.words, "word"),
        with_commas(summary.words_with_contexts), counted(summary.ngrams, "n-gram"),
        rate > 0 ? fmt::format(", {} instances/s", with_commas(static_cast<std::uint64_t>(rate)))
                 : "");
}

void write_plot(const TrainSummary& summary, const std::string& path) {
  Output output(path);
  output.write(plot_epochs(summary.epochs));
  output.commit();
}

int run_train(TrainArguments& arguments, const std::string& plot) {
  auto vectors = read_train_inputs(arguments);
  TrainDisplay display(arguments.log, arguments.options.resume, arguments.json);
  arguments.options.monitor = &display;
  arguments.options.progress = terminal_progress();
  const TrainSummary summary = train_model(std::move(vectors), ContextIndex(arguments.contexts),
                                           arguments.output, arguments.options);
  if (!plot.empty()) write_plot(summary, plot);
  report_excluded(arguments.exclude, summary.excluded);
  print_summary(arguments, summary, display.instances_per_second());
  return summary.stopped ? exit_stopped : exit_ok;
}

}  // namespace

void add_train(Command parent, int& exit_code) {
  auto arguments = std::make_shared<TrainArguments>();
  auto plot = std::make_shared<std::string>();
  const Command command =
      parent.add_command("train", "Learn to infer vectors from form and contexts");
  command.footer(
      "Learns from the words of the vectors that have contexts in the index. Words to be tested\n"
      "must be held out: those of --exclude, and those of development data, which is either\n"
      "definitions (word TAB sentence) or pairs of words with a folder of contexts beside them.\n"
      "Ctrl-C leaves a checkpoint, from which the same command with --resume goes on.\n\n"
      "Examples:\n"
      "  oovec train --vectors glove.txt --contexts wiki.ctx -o words.oovec\n"
      "  oovec train --vectors glove.txt --contexts wiki.ctx --model gated --dev dev.txt -o "
      "w.oovec");
  add_train_arguments(command, *arguments);
  command.add_file("--plot", *plot, "draw loss and score as SVG");
  command.on_run([arguments, plot, &exit_code] { exit_code = run_train(*arguments, *plot); });
}

}  // namespace oovec::cli
