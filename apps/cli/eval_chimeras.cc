// oovec eval chimeras DATA --model M…: made-up words, from a few sentences with each.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/eval_arguments.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "lab/eval/chimeras.h"

namespace oovec::cli {
namespace {

struct EvalChimerasArguments : EvalArguments {
  std::vector<std::string> files;
};

void print_eval_chimeras(const EvalChimerasArguments& arguments, const std::string& model,
                         const std::string& file, const lab::Chimeras& chimeras,
                         const lab::Estimate& rho, std::size_t not_inferred) {
  if (arguments.json)
    return print_json({{"model", model},
                       {"data", file},
                       {"rho", rho.value},
                       {"rho_95", {rho.interval.low, rho.interval.high}},
                       {"words", chimeras.size()},
                       {"left_out", chimeras.left_out()},
                       {"not_inferred", not_inferred}});
  fmt::print("{:{}}  {:>6.3f}  {:>14}  {:>6}  {:>8}  {}\n", printable(model),
             arguments.name_width(), rho.value,
             fmt::format("{:.3f} … {:.3f}", rho.interval.low, rho.interval.high), chimeras.size(),
             chimeras.left_out(), printable(file));
}

void run_eval_chimeras(const EvalChimerasArguments& arguments) {
  const std::vector<NamedModel> models = open_models(arguments);
  if (!arguments.json)
    fmt::print("{:{}}  {:>6}  {:>14}  {:>6}  {:>8}  data\n", "model", arguments.name_width(), "rho",
               "95 %", "words", "left out");
  for (const std::string& path : arguments.files) {
    const lab::DataFile file = lab::read_items(path);
    for (const NamedModel& named : models) {
      const Inferrer& model = *named.model;
      const lab::Chimeras chimeras(file, model.weighted_vectors(), model.text());
      const auto [correlations, not_inferred] = chimeras.score(model);
      report_not_inferred(named, not_inferred, chimeras.size(), "rho counts as 0");
      print_eval_chimeras(arguments, named.name, path, chimeras, lab::estimate_mean(correlations),
                          not_inferred.size());
    }
  }
}

}  // namespace

void add_eval_chimeras(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<EvalChimerasArguments>();
  const Command command = parent.add_command(
      "chimeras", "Correlate similarities of made-up words with human judgements");
  command.footer(R"(
Each line of DATA has four fields, separated by tabs: a number, sentences separated by @@ with ___
for the made-up word, probe words separated by commas, and their ratings separated by commas
(Chimeras). The metric is Spearman's rho between ratings and cosines, averaged over the made-up
words, with a bootstrap confidence interval. Vectors made elsewhere are found by the number of the
line: a file, or a folder with a file for each number of sentences. --json prints an object per
model and file.

Example:
  oovec eval chimeras l2.txt l4.txt l6.txt --model context.oovec avg
)");
  command.add_files("DATA", arguments->files, "Files of chimeras, one or several.").required();
  add_eval_arguments(command, *arguments);
  add_context_arguments(command, *arguments);
  add_fields(command, arguments->options, {"trials", "threads"});
  command.on_run([arguments] { run_eval_chimeras(*arguments); });
}

}  // namespace oovec::cli
