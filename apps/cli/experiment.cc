// oovec experiment CONFIG -o DIR: trains and evaluates systems, and writes a report.
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/train_display.h"
#include "lab/experiment/experiment.h"

namespace oovec::cli {
namespace {

struct ExperimentArguments {
  std::string config, output;
  lab::ExperimentOptions options;
  bool json = false;
};

// A line per step on standard error; training is shown as `train` shows it.
class ExperimentDisplay : public lab::ExperimentMonitor {
 public:
  void begin(const lab::ExperimentStep& step) override {
    training_.reset();
    fmt::print(stderr, "[{}/{}] {}\n", step.number, step.of, printable(step.what));
    if (step.can_stop) training_.emplace("", false, true);
  }
  Progress* reading() override { return terminal_progress(); }
  void progress(const TrainStatus& status) override { training_->progress(status); }
  void epoch_done(const EpochResult& result) override { training_->epoch_done(result); }
  bool stop() override { return training_ && training_->stop(); }

 private:
  std::optional<TrainDisplay> training_;  // takes Ctrl-C for a request
};

int run_experiment(const ExperimentArguments& arguments) {
  ExperimentDisplay display;
  const lab::ExperimentSummary summary =
      lab::run_experiment(arguments.config, arguments.output, arguments.options, &display);
  if (arguments.json)
    print_json({{"report", summary.report}, {"made", summary.made}, {"stopped", summary.stopped}});
  else if (summary.stopped)
    fmt::print("stopped; run the same command to resume\n");
  else
    fmt::print("{}: {}\n", printable(summary.report),
               summary.made.empty() ? "nothing has changed" : "done");
  return summary.stopped ? exit_stopped : exit_ok;
}

}  // namespace

void add_experiment(Command parent, int& exit_code) {
  auto arguments = std::make_shared<ExperimentArguments>();
  const Command command =
      parent.add_command("experiment", "Train and evaluate several systems and write a report");
  command.footer(R"(
CONFIG names the vectors, a corpus or an index, the systems and the test data; docs/experiment.md
describes its keys. DIR gets report.html, results.json, the tables as CSV, and tables.tex. Test
words are excluded from training. The same command resumes a run that was stopped, and repeats only
the steps whose inputs have changed.

Example:
  oovec experiment paper.json -o paper
)");
  command.add_file("CONFIG", arguments->config, "Description of the experiment, in JSON.")
      .required();
  command
      .add_output_folder("-o,--output", arguments->output,
                         "Folder for the results and intermediate files.")
      .required();
  command.add_file("--groups", arguments->options.groups,
                   "File with lines of word TAB group: also report definitions by group.");
  add_number(command, "--threads", arguments->options.threads,
             "Number of threads; 0: one per core.", at_least(0));
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments, &exit_code] { exit_code = run_experiment(*arguments); });
}

}  // namespace oovec::cli
