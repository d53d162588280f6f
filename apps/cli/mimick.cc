// oovec mimick --vectors V -o M: vectors from characters, by a network that mimics known ones.
#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/inputs.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "lab/baselines/mimick/training.h"

namespace oovec::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct MimickArguments {
  std::string vectors, exclude, output;
  lab::MimickOptions options;
  bool json = false;
};

void run_mimick(MimickArguments& arguments) {
  const std::vector<std::string> excluded = read_words(arguments.exclude);
  const auto vectors = read_shown(arguments.vectors, arguments.options.threads);

  arguments.options.progress = terminal_progress();
  double last_loss = 0;
  const auto report = [&](std::uint32_t epoch, double loss) {
    last_loss = loss;
    fmt::print(stderr, "epoch {}: loss {:.4f}\n", epoch, loss);
  };
  const auto start = Clock::now();
  const lab::TrainedMimick trained =
      lab::train_mimick(vectors, arguments.options, excluded, report);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  lab::write_mimick(trained.parts, arguments.output, arguments.options.threads);

  const std::vector<bool>& targets = trained.parts.targets;
  const auto words = static_cast<std::uint64_t>(std::count(targets.begin(), targets.end(), true));
  const double rate = static_cast<double>(words * arguments.options.epochs) / seconds;
  report_excluded(arguments.exclude, trained.excluded);
  if (arguments.json)
    print_json({{"file", arguments.output},
                {"words", words},
                {"excluded", listed_json(trained.excluded)},
                {"loss", last_loss},
                {"words_per_second", rate}});
  else
    fmt::print("{}: learned from {}, {:.0f} a second\n", printable(arguments.output),
               counted(words, "word"), rate);
}

}  // namespace

void add_mimick(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<MimickArguments>();
  const Command command =
      parent.add_command("mimick", "Learn vectors from characters, as a baseline for oovec eval");
  command.footer(R"(
Mimick (Pinter and others, 2017): a network of LSTMs that reads the characters of a word and learns
to reproduce its vector. It learns from words that consist of letters only. oovec eval takes the
file as a model, together with the same --vectors.

Example:
  oovec mimick --vectors glove.txt --exclude test-words.txt -o glove.mimick
)");
  command.add_file("--vectors", arguments->vectors, "Vectors file, in any format.").required();
  command.add_output("-o,--output", arguments->output, "Network to write.").required();
  command.add_file("--exclude", arguments->exclude,
                   "List of words to hold out from training, one per line.");
  add_fields(command, arguments->options);
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments] { run_mimick(*arguments); });
}

}  // namespace oovec::cli
