// oovec eval crw PAIRS [CONTEXTS] --model M…: whether inferred vectors agree with human judgement.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/eval_arguments.h"
#include "apps/cli/held_out_table.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "lab/eval/rare_words.h"
#include "oovec/io/output.h"

namespace oovec::cli {
namespace {

using Spreads = std::array<lab::Spread, lab::RareWords::counts.size()>;

struct EvalCrwArguments : EvalArguments {
  std::string contexts;
  std::string pairs;
};

std::string contexts_of(const EvalCrwArguments& arguments) {
  return arguments.contexts.empty() ? lab::find_contexts(lab::find_pairs_file(arguments.data))
                                    : arguments.contexts;
}

void print_header_eval_crw(const EvalCrwArguments& arguments) {
  fmt::print("{:{}}", "model", arguments.name_width());
  for (const std::size_t count : lab::RareWords::counts) fmt::print("  {:>6}", count);
  fmt::print("  {:>{}}  {:>{}}\n", inferred_lengths_head, lengths_width, true_lengths_head,
             lengths_width);
}

Json crw_json(const std::string& model, const Spreads& spreads, const lab::RareWords& rare,
              std::size_t answered, int trials, const lab::InferredLengths& lengths) {
  Json list = Json::array();
  for (std::size_t c = 0; c < spreads.size(); ++c)
    list.push_back({{"contexts", lab::RareWords::counts[c]},
                    {"rho", spreads[c].mean},
                    {"deviation", spreads[c].deviation}});
  return {{"model", model},
          {"pairs", rare.size()},
          {"answered", answered},
          {"trials", trials},
          {"correlations", list},
          {"length", lengths_json(lengths.inferred)},
          {"true_length", lengths_json(lengths.truth)}};
}

void print_eval_crw(const EvalCrwArguments& arguments, const std::string& model,
                    const Spreads& spreads, const lab::InferredLengths& lengths) {
  fmt::print("{:{}}", printable(model), arguments.name_width());
  for (const lab::Spread& spread : spreads) fmt::print("  {:6.3f}", spread.mean);
  fmt::print("  {:>{}}  {:>{}}\n", lengths_text(lengths.inferred), lengths_width,
             lengths_text(lengths.truth), lengths_width);
  if (arguments.options.trials == 1) return;
  fmt::print("{:>{}}", "±", arguments.name_width());
  for (const lab::Spread& spread : spreads) fmt::print("  {:6.3f}", spread.deviation);
  fmt::print("\n");
}

// The cosine is the mean over trials.
void write_pairs(const std::string& model, const lab::RareWords& rare,
                 const std::vector<lab::RareWords::Similarities>& trials, Output& output) {
  for (std::size_t c = 0; c < lab::RareWords::counts.size(); ++c)
    for (std::size_t i = 0; i < rare.size(); ++i) {
      double sum = 0;
      for (const lab::RareWords::Similarities& trial : trials) sum += trial[c][i];
      const lab::JudgedPair& pair = rare.pair(i);
      output.write(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", model, pair.first, pair.second,
                               pair.score, lab::RareWords::counts[c],
                               sum / static_cast<double>(trials.size())));
    }
}

void run_eval_crw(EvalCrwArguments& arguments) {
  arguments.options.progress = terminal_progress();
  const std::string file = lab::find_pairs_file(arguments.data);
  lab::DataFile pairs = lab::read_items(file);
  const std::string contexts = contexts_of(arguments);
  std::unique_ptr<Output> output;
  if (!arguments.pairs.empty()) output = std::make_unique<Output>(arguments.pairs);
  const std::vector<NamedModel> models = open_models(arguments);
  filter(arguments, models, 1, pairs);
  std::vector<Sampled> sampled;
  if (!arguments.json) print_header_eval_crw(arguments);
  for (const NamedModel& named : models) {
    const Inferrer& model = *named.model;
    const lab::RareWords rare(pairs, contexts, model.weighted_vectors(), model.text(),
                              arguments.options);
    check_held_out(arguments, named, rare);
    const auto [similarities, not_inferred, answered] = rare.answer(model);
    report_not_inferred(
        named, not_inferred, rare.inferred_words(),
        fmt::format("cosines of {} of {} pairs count as 0", rare.size() - answered, rare.size()));
    const Spreads spreads = lab::summarize(rare.correlations(similarities));
    if (arguments.compare)
      sampled.push_back(
          {named.name, rare.mean_correlation(similarities), rare.resample(similarities)});
    if (output) write_pairs(named.name, rare, similarities, *output);
    const lab::InferredLengths lengths = rare.lengths(model);
    if (arguments.json)
      print_json(crw_json(named.name, spreads, rare, answered, arguments.options.trials, lengths));
    else
      print_eval_crw(arguments, named.name, spreads, lengths);
  }
  if (arguments.compare) print_comparisons(arguments, "rho", sampled);
  if (output) output->commit();
}

}  // namespace

void add_eval_crw(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<EvalCrwArguments>();
  arguments->options.trials = 10;
  const Command command =
      parent.add_command("crw", "Correlate similarities of rare words with human judgements");
  command.footer(R"(
PAIRS has two words and a score per line, separated by tabs (Contextual Rare Words). The file
CONTEXTS/WORD.txt has a sentence per line for each second word. The metric is Spearman's rho with
1, 2, 4 … 128 sentences: mean and standard deviation over random samples of sentences, which are
the same for all models. Vectors made elsewhere are a file, or a folder with a file for each number
of sentences: 1.txt, 2.txt, 4.txt … --json prints an object per model.

Examples:
  oovec eval crw crw/pairs.txt --model gated.oovec form.oovec
  oovec eval crw crw/pairs.txt --vectors glove.txt --model avg mine
)");
  command.add_option("PAIRS", arguments->data, "File of pairs, or the folder with pairs.txt.")
      .required();
  command.add_option("CONTEXTS", arguments->contexts,
                     "Folder with the sentences. [context, beside the pairs]");
  command.reads([arguments] {
    return std::vector{lab::find_pairs_file(arguments->data), contexts_of(*arguments)};
  });
  add_eval_arguments(command, *arguments);
  add_context_arguments(command, *arguments);
  add_held_out_arguments(command, *arguments);
  command.add_output(
      "--pairs", arguments->pairs,
      "Write the cosines to this file: model, w1, w2, score, sentences, mean cosine.");
  add_fields(command, arguments->options);
  command.on_run([arguments] { run_eval_crw(*arguments); });
}

}  // namespace oovec::cli
