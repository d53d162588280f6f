// oovec train --vectors V --contexts C -o M: learns to infer vectors from form and contexts.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/train_display.h"
#include "apps/cli/words.h"
#include "oovec/train/trainer.h"
#include "oovec/vectors/format.h"

namespace oovec::cli {
namespace {

struct Arguments {
  std::string vectors, contexts, output, exclude, log;
  TrainOptions options;
  TrainTask task;
  bool json = false;
};

void print_summary(const Arguments& arguments, const TrainSummary& summary, double rate) {
  if (arguments.json) {
    Json epochs = Json::array();
    for (const EpochResult& result : summary.epochs) {
      epochs.push_back({{"epoch", result.epoch}, {"loss", result.loss}});
      if (result.score) epochs.back()["score"] = *result.score;
    }
    return print_json({{"file", arguments.output},
                       {"words", summary.words},
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
    fmt::print("{}: epoch {} of {}; {} and {}, {} instances/s\n", printable(arguments.output),
               summary.best_epoch, summary.epochs.size(), counted(summary.words, "word"),
               counted(summary.ngrams, "n-gram"), with_commas(static_cast<std::uint64_t>(rate)));
}

int run(Arguments& arguments) {
  ReadOptions read;
  read.progress = terminal_progress();
  read.threads = arguments.options.threads;
  ReadResult vectors = read_vectors(arguments.vectors, read);
  print_problems(arguments.vectors, vectors.problems);
  if (!arguments.exclude.empty())
    for_each_line(arguments.exclude,
                  [&](const std::string& word) { arguments.task.excluded.push_back(word); });
  TrainDisplay display(arguments.log, arguments.task.resume, arguments.json);
  arguments.task.monitor = &display;
  arguments.task.write.threads = arguments.options.threads;
  const TrainSummary summary =
      train(std::make_shared<const Embeddings>(std::move(vectors.embeddings)),
            ContextIndex(arguments.contexts), arguments.output, arguments.options, arguments.task);
  print_summary(arguments, summary, display.instances_per_second());
  return summary.stopped ? exit_stopped : exit_ok;
}

}  // namespace

void add_train(CLI::App& parent, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      parent.add_subcommand("train", "Learn to infer vectors from form and contexts");
  command->footer(
      "Learns from the words of the vectors that have contexts in the index. Words to be tested\n"
      "must be held out: those of --exclude, and those of development data, which is either\n"
      "definitions (word TAB sentence) or pairs of words with a folder of contexts beside them.\n"
      "Ctrl-C leaves a checkpoint, from which the same command with --resume goes on.\n\n"
      "Examples:\n"
      "  oovec train --vectors glove.txt --contexts wiki.ctx -o words.oovec\n"
      "  oovec train --vectors glove.txt --contexts wiki.ctx --dev definitions.txt --epochs 10 -o "
      "words.oovec");
  const auto add_file = [&](const char* flag, auto& value, const char* help) {
    return command->add_option(flag, value, help)->type_name("FILE");
  };
  add_file("--vectors", arguments->vectors, "vectors file")->required();
  add_file("--contexts", arguments->contexts, "index of contexts (oovec index)")->required();
  add_file("-o,--output", arguments->output, "model to write")->required();
  add_file("--exclude", arguments->exclude, "words not to learn from, one per line");
  add_file("--dev", arguments->task.dev, "development data, several; the best epoch is kept");
  add_fields(*command, arguments->options);
  add_file("--log", arguments->log, "append a line of JSON per epoch");
  command->add_flag("--resume", arguments->task.resume, "go on from the checkpoint, if any");
  add_fields(*command, arguments->task.write);
  command->add_flag("--json", arguments->json, "print JSON");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace oovec::cli
