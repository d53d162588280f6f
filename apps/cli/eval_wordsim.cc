// oovec eval wordsim DATA… --vectors V | --model M…: whether vectors agree with human judgement.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/eval_arguments.h"
#include "apps/cli/print.h"
#include "lab/eval/word_similarity.h"

namespace oovec::cli {
namespace {

struct EvalWordsimArguments : EvalArguments {
  std::vector<std::string> files;
};

void print_eval_wordsim(const EvalWordsimArguments& arguments, const std::string& model,
                        const std::string& file, const lab::WordSimilarity::Result& result) {
  if (arguments.json)
    return print_json({{"model", model},
                       {"data", file},
                       {"rho", result.rho},
                       {"rho_95", {result.interval.low, result.interval.high}},
                       {"pairs", result.pairs},
                       {"inferred", result.inferred},
                       {"left_out", result.left_out}});
  fmt::print("{:{}}  {:>6.3f}  {:>14}  {:>6}  {:>8}  {:>8}  {}\n", printable(model),
             arguments.name_width(), result.rho,
             fmt::format("{:.3f} … {:.3f}", result.interval.low, result.interval.high),
             result.pairs, result.inferred, result.left_out, printable(file));
}

void run_eval_wordsim(const EvalWordsimArguments& arguments) {
  const std::vector<NamedModel> models = open_models(arguments);
  if (!arguments.json)
    fmt::print("{:{}}  {:>6}  {:>14}  {:>6}  {:>8}  {:>8}  data\n", "model", arguments.name_width(),
               "rho", "95 %", "pairs", "inferred", "left out");
  for (const std::string& file : arguments.files) {
    const lab::WordSimilarity pairs(lab::read_items(file));
    for (const NamedModel& model : models) {
      const lab::WordSimilarity::Result result = pairs.evaluate(*model.model);
      report_not_inferred(model, result.not_inferred, pairs.words(),
                          fmt::format("{} pairs are left out", result.left_out));
      print_eval_wordsim(arguments, model.name, file, result);
    }
  }
}

}  // namespace

void add_eval_wordsim(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<EvalWordsimArguments>();
  arguments->models = {"none"};
  const Command command =
      parent.add_command("wordsim", "Correlate similarities of words with human judgements");
  command.footer(R"(
Each line of DATA has two words and a score, separated by tabs or blanks (MEN, SimLex-999,
WordSim-353 …). The metric is Spearman's rho between scores and cosines, with a bootstrap
confidence interval. A word without a vector gets one that the model infers from its form; if it
cannot, the pair is left out. --json prints an object per model and file.

Examples:
  oovec eval wordsim men.txt simlex999.txt --vectors glove.txt
  oovec eval wordsim rw.txt --model gated.oovec none
)");
  command.add_files("DATA", arguments->files, "Files of pairs, one or several.").required();
  add_eval_arguments(command, *arguments).required(false);
  command.on_run([arguments] { run_eval_wordsim(*arguments); });
}

}  // namespace oovec::cli
