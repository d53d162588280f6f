// oovec eval typos M…: how near models come to a word that was misspelled.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/eval_arguments.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "lab/eval/typos.h"
#include "oovec/base/options.h"
#include "oovec/vectors/word_list.h"

namespace oovec::cli {
namespace {

struct EvalTyposArguments : EvalArguments {
  std::string words;
  lab::TypoOptions typos;
};

std::vector<std::uint32_t> choose_typo_words(const EvalTyposArguments& arguments,
                                             const std::vector<NamedModel>& models) {
  std::vector<const Inferrer*> inferrers;
  inferrers.reserve(models.size());
  for (const NamedModel& named : models) inferrers.push_back(named.model.get());
  if (arguments.words.empty()) return lab::unlearned_rows(inferrers);
  const ListedRows listed = find_listed(inferrers.front()->vectors(), read_words(arguments.words),
                                        inferrers.front()->text());
  report_not_found(arguments.words, listed.words, "has no vector", "have no vector");
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < listed.rows.size(); ++row)
    if (listed.rows[row]) rows.push_back(row);
  return rows;
}

std::string typo_name(const lab::TypoRow& row) {
  return row.kind ? std::string(enum_name(*row.kind)) : "none";
}

void print_eval_typos(const EvalTyposArguments& arguments, const std::string& model,
                      const std::vector<lab::TypoRow>& rows) {
  if (arguments.json) {
    Json list = Json::array();
    for (const lab::TypoRow& row : rows)
      list.push_back({{"typo", typo_name(row)},
                      {"words", row.words},
                      {"inferred", row.inferred},
                      {"median_rank", row.quality.median_rank},
                      {"mrr", row.quality.mrr},
                      {"cosine", row.quality.cosine}});
    return print_json({{"model", model}, {"typos", list}});
  }
  std::string name = printable(model);
  for (const lab::TypoRow& row : rows) {
    fmt::print("{:{}}  {:8}  {:>7}  {:>8}  {:>11.1f}  {:>6.4f}  {:>6.3f}\n", name,
               arguments.name_width(), typo_name(row), with_commas(row.words),
               with_commas(row.inferred), row.quality.median_rank, row.quality.mrr,
               row.quality.cosine);
    name.clear();
  }
}

void run_eval_typos(EvalTyposArguments& arguments) {
  arguments.typos.progress = terminal_progress();
  const std::vector<NamedModel> models = open_models(arguments);
  const lab::Typos typos(models.front().model->vectors(), choose_typo_words(arguments, models),
                         arguments.typos);
  if (!arguments.json)
    fmt::print("{:{}}  {:8}  {:>7}  {:>8}  {:>11}  {:>6}  {:>6}\n", "model", arguments.name_width(),
               "typo", "words", "inferred", "median rank", "MRR", "cosine");
  for (const NamedModel& named : models)
    print_eval_typos(arguments, named.name, typos.evaluate(*named.model));
}

}  // namespace

void add_eval_typos(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<EvalTyposArguments>();
  const Command command =
      parent.add_command("typos", "Infer misspelled words and rank the intended ones");
  command.footer(R"(
Misspells words of the vectors in four ways: two adjacent letters change places (swap), a letter is
left out (delete), or a neighbouring key is hit in addition (insert) or instead (replace). The model
infers a vector from the spelling alone; the metric is the rank of the intended word. By default,
the test words are those that no model has learned from; --words names others. --json prints an
object per model.

Example:
  oovec eval typos words.oovec form.oovec
)");
  add_eval_arguments(command, *arguments, "MODEL,--model");
  command.add_file(
      "--words", arguments->words,
      "List of words to misspell, one per line. Default: words that no model has learned from.");
  add_fields(command, arguments->typos);
  command.on_run([arguments] { run_eval_typos(*arguments); });
}

}  // namespace oovec::cli
