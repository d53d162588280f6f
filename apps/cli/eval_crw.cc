// oovec eval crw PAIRS [CONTEXTS] --model M…: whether inferred vectors agree with human judgement.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/eval_arguments.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "oovec/eval/rare_words.h"

namespace oovec::cli {
namespace {

using Spreads = std::array<Spread, RareWords::counts.size()>;

struct Arguments : EvalArguments {
  std::string contexts;
};

void print_header(const Arguments& arguments) {
  fmt::print("{:{}}", "model", arguments.name_width());
  for (const std::size_t count : RareWords::counts) fmt::print("  {:>6}", count);
  fmt::print("\n");
}

Json to_json(const std::string& model, const Spreads& spreads, const RareWords& rare, int trials) {
  Json list = Json::array();
  for (std::size_t c = 0; c < spreads.size(); ++c)
    list.push_back({{"contexts", RareWords::counts[c]},
                    {"rho", spreads[c].mean},
                    {"deviation", spreads[c].deviation}});
  return {{"model", model}, {"pairs", rare.size()}, {"trials", trials}, {"correlations", list}};
}

void print(const Arguments& arguments, const std::string& model, const Spreads& spreads) {
  fmt::print("{:{}}", printable(model), arguments.name_width());
  for (const Spread& spread : spreads) fmt::print("  {:6.3f}", spread.mean);
  fmt::print("\n");
  if (arguments.options.trials == 1) return;
  fmt::print("{:>{}}", "±", arguments.name_width());
  for (const Spread& spread : spreads) fmt::print("  {:6.3f}", spread.deviation);
  fmt::print("\n");
}

void run(const Arguments& arguments) {
  const std::string file = find_pairs_file(arguments.data);
  const DataFile pairs = read_items(file);
  const std::string contexts =
      arguments.contexts.empty() ? find_contexts(file) : arguments.contexts;
  const std::vector<NamedModel> models = open_models(arguments);
  if (!arguments.json) print_header(arguments);
  for (const NamedModel& named : models) {
    const Inferrer& model = *named.model;
    const RareWords rare(pairs, contexts, model.weighted_vectors(), model.text(),
                         arguments.options);
    check_held_out(arguments, named, rare);
    const Spreads spreads = summarize(rare.correlations(model));
    if (arguments.json)
      print_json(to_json(named.name, spreads, rare, arguments.options.trials));
    else
      print(arguments, named.name, spreads);
  }
}

}  // namespace

void add_eval_crw(CLI::App& parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<Arguments>();
  arguments->options.trials = 10;
  CLI::App* command =
      parent.add_subcommand("crw", "Correlate similarities of rare words with human judgement");
  command->footer(
      "PAIRS has two words and a score per line, separated by tabs (Contextual Rare Words); a "
      "file\n"
      "CONTEXTS/WORD.txt has a sentence per line for each second word. Prints Spearman's rho for "
      "1,\n"
      "2, 4 … 128 sentences, its mean and standard deviation over random samples of sentences,\n"
      "which are the same for all models. With --json an object per model.\n\n"
      "Example:\n  oovec eval crw crw/pairs.txt --model gated.oovec form.oovec");
  command->add_option("PAIRS", arguments->data, "pairs, or the folder with pairs.txt")->required();
  command->add_option("CONTEXTS", arguments->contexts,
                      "folder with the sentences [context, beside the pairs]");
  add_eval_arguments(*command, *arguments);
  add_fields(*command, arguments->options);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace oovec::cli
