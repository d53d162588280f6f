// oovec eval dn DATA --model M…: how near vectors inferred from definitions are to the true ones.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/eval_arguments.h"
#include "apps/cli/held_out_table.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "lab/eval/definitions.h"
#include "oovec/base/statistics.h"
#include "oovec/io/output.h"

namespace oovec::cli {
namespace {

struct EvalDnArguments : EvalArguments {
  std::string words;
};

Json interval_json(const Interval& interval) { return {interval.low, interval.high}; }

void print_header_eval_dn(const EvalDnArguments& arguments) {
  fmt::print("{:{}}  {:>11}  {:>18}  {:>6}  {:>16}  {:>7}  {:>8}  {:>{}}  {:>{}}\n", "model",
             arguments.name_width(), "median rank", "95 %", "MRR", "95 %", "words", "left out",
             inferred_lengths_head, lengths_width, true_lengths_head, lengths_width);
}

void print_eval_dn(const EvalDnArguments& arguments, const std::string& model,
                   const lab::Definitions& definitions, const lab::RankSummary& summary,
                   std::size_t not_inferred, const lab::InferredLengths& lengths) {
  if (arguments.json)
    return print_json({{"model", model},
                       {"median_rank", summary.median},
                       {"median_rank_95", interval_json(summary.median_interval)},
                       {"mrr", summary.mrr},
                       {"mrr_95", interval_json(summary.mrr_interval)},
                       {"words", definitions.size()},
                       {"left_out", definitions.left_out()},
                       {"not_inferred", not_inferred},
                       {"length", lengths_json(lengths.inferred)},
                       {"true_length", lengths_json(lengths.truth)}});
  fmt::print(
      "{:{}}  {:>11.1f}  {:>18}  {:>6.4f}  {:>16}  {:>7}  {:>8}  {:>{}}  {:>{}}\n",
      printable(model), arguments.name_width(), summary.median,
      fmt::format("{:.1f} … {:.1f}", summary.median_interval.low, summary.median_interval.high),
      summary.mrr,
      fmt::format("{:.4f} … {:.4f}", summary.mrr_interval.low, summary.mrr_interval.high),
      definitions.size(), definitions.left_out(), lengths_text(lengths.inferred), lengths_width,
      lengths_text(lengths.truth), lengths_width);
}

void write_words(const std::string& model, const lab::Definitions& definitions,
                 const std::vector<std::size_t>& ranks, Output& output) {
  for (std::size_t i = 0; i < ranks.size(); ++i)
    output.write(fmt::format("{}\t{}\t{}\n", model, definitions.word(i), ranks[i]));
}

void run_eval_dn(const EvalDnArguments& arguments) {
  lab::DataFile data = lab::read_items(arguments.data);
  std::unique_ptr<Output> words;
  if (!arguments.words.empty()) words = std::make_unique<Output>(arguments.words);
  const std::vector<NamedModel> models = open_models(arguments);
  filter(arguments, models, 0, data);
  std::vector<Sampled> sampled;
  if (!arguments.json) print_header_eval_dn(arguments);
  for (const NamedModel& named : models) {
    const Inferrer& model = *named.model;
    const lab::Definitions definitions(data, model.weighted_vectors(), model.text(),
                                       arguments.options);
    check_held_out(arguments, named, definitions);
    const auto [ranks, not_inferred] = definitions.rank(model);
    report_not_inferred(named, not_inferred, definitions.size(), "they rank last");
    print_eval_dn(arguments, named.name, definitions, lab::summarize(ranks), not_inferred.size(),
                  definitions.lengths(model));
    if (arguments.compare)
      sampled.push_back({named.name, mean_reciprocal_rank(ranks), lab::resample_mrr(ranks)});
    if (words) write_words(named.name, definitions, ranks, *words);
  }
  if (arguments.compare) print_comparisons(arguments, "MRR", sampled);
  if (words) words->commit();
}

}  // namespace

void add_eval_dn(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<EvalDnArguments>();
  const Command command =
      parent.add_command("dn", "Infer words from definitions and rank their true vectors");
  command.footer(R"(
Each line of DATA has a word and its definition, separated by a tab, with ___ for the word
(Definitional Nonce). The metrics are the median rank of the true vector and the mean reciprocal
rank, with bootstrap confidence intervals. Words without a vector are left out. Vectors made
elsewhere are found by the word. --json prints an object per model.

Examples:
  oovec eval dn dn/test.txt --model gated.oovec context.oovec
  oovec eval dn dn/test.txt --vectors glove.txt --model avg mine.txt
)");
  command.add_file("DATA", arguments->data, "File of definitions; -: standard input.").required();
  add_eval_arguments(command, *arguments);
  add_context_arguments(command, *arguments);
  add_held_out_arguments(command, *arguments);
  command.add_output("--words", arguments->words,
                     "Write the ranks to this file, separated by tabs: model, word, rank.");
  add_fields(command, arguments->options, {"trials"});
  command.on_run([arguments] { run_eval_dn(*arguments); });
}

}  // namespace oovec::cli
