// oovec eval heldout M… --contexts C: how near inferred vectors are to the true ones, on
// words of the vectors that models have not learned from.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/held_out_table.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "lab/eval/dev_set.h"
#include "lab/experiment/held_out_page.h"
#include "oovec/base/error.h"
#include "oovec/corpus/context_index.h"
#include "oovec/model/model.h"
#include "oovec/train/held_out.h"
#include "oovec/vectors/word_list.h"

namespace oovec::cli {
namespace {

struct EvalHeldoutArguments {
  std::vector<std::string> models;
  std::string vectors;
  std::string contexts;
  std::string words;
  std::string html;
  HeldOutOptions options;
  bool allow_seen = false;
  bool calibration = false;
  bool json = false;
};

// Words of a file, unless a model has learned from them.
std::vector<std::uint32_t> read_held_out(const EvalHeldoutArguments& arguments,
                                         const std::vector<const Model*>& models,
                                         const ContextIndex& index) {
  for (const Model* model : models) model->check_index(index);
  const Embeddings& vectors = models.front()->vectors();
  const ListedRows listed =
      find_listed(vectors, read_words(arguments.words), index.settings().text());
  report_not_found(arguments.words, listed.words, "has no vector", "have no vector");
  std::vector<std::uint32_t> rows;
  std::vector<std::string> words;
  for (std::uint32_t row = 0; row < listed.rows.size(); ++row) {
    if (!listed.rows[row]) continue;
    rows.push_back(row);
    words.emplace_back(vectors.word(row));
  }
  if (!arguments.allow_seen)
    for (std::size_t i = 0; i < models.size(); ++i)
      lab::check_held_out(words, *models[i], arguments.models[i], "`allow-seen`");
  return draw_words(rows, index, arguments.options);
}

std::vector<std::uint32_t> choose_words(const EvalHeldoutArguments& arguments,
                                        const std::vector<const Model*>& models,
                                        const ContextIndex& index) {
  const bool named = !arguments.words.empty();
  if (arguments.allow_seen && !named)
    throw Error(ErrorKind::usage, "--allow-seen is about words named with --words");
  std::vector<std::uint32_t> words = named ? read_held_out(arguments, models, index)
                                           : held_out_words(models, index, arguments.options);
  if (words.empty())
    throw Error(ErrorKind::usage,
                named ? fmt::format("no word of {} has a vector and contexts in {}",
                                    printable(arguments.words), printable(arguments.contexts))
                      : fmt::format("every word that has contexts in {} was learned from; train "
                                    "with --exclude or --calibration",
                                    printable(arguments.contexts)));
  constexpr std::size_t few = 100;
  if (!named && models.size() > 1 && words.size() < few)
    print_hints(
        {fmt::format("only {} held out by all models; train them with one --exclude, and "
                     "measure its words with --words",
                     words.size() == 1 ? "1 word was" : counted(words.size(), "word") + " were")});
  return words;
}

Json eval_heldout_json(const std::string& model, const HeldOutReport& report) {
  return {{"model", model},
          {"counts", held_out_json(report.rows)},
          {"frequencies", frequencies_json(report)}};
}

void print_eval_heldout(const EvalHeldoutArguments& arguments, const std::string& model,
                        const HeldOutReport& report) {
  if (arguments.json) return print_json(eval_heldout_json(model, report));
  fmt::print("{}\n{}\n{}", printable(model), held_out_table(report), frequency_tables(report));
  if (arguments.calibration) fmt::print("\n{}", calibration_table(report));
}

void check_eval_heldout(const EvalHeldoutArguments& arguments) {
  if (arguments.html == "-") throw Error(ErrorKind::usage, "--html needs the name of a file");
}

void run_eval_heldout(EvalHeldoutArguments& arguments) {
  check_eval_heldout(arguments);
  arguments.options.progress = terminal_progress();
  const ContextIndex index(arguments.contexts);
  std::vector<std::unique_ptr<const Model>> opened;
  std::vector<const Model*> models;
  for (const std::string& path : arguments.models) {
    opened.push_back(std::make_unique<const Model>(path, arguments.vectors));
    models.push_back(opened.back().get());
  }
  const std::vector<std::uint32_t> words = choose_words(arguments, models, index);
  Json results = Json::array();
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (i > 0 && !arguments.json) fmt::print("\n");
    const HeldOutReport report = measure_held_out(*models[i], index, words, arguments.options);
    print_eval_heldout(arguments, arguments.models[i], report);
    results.push_back(eval_heldout_json(arguments.models[i], report));
  }
  if (!arguments.html.empty()) write_text_file(arguments.html, lab::held_out_page(results));
}

}  // namespace

void add_eval_heldout(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<EvalHeldoutArguments>();
  const Command command = parent.add_command(
      "heldout", "Infer words that training held out and rank their true vectors");
  command.footer(R"(
Infers words that no given model has learned from, for several numbers of contexts taken from the
index, and ranks their true vectors among the neighbors of the inferred ones. A row covers the
words that have that many contexts. It shows the model beside the same model with form alone and
with contexts alone. Lengths of vectors are the 5th, 50th and 95th percentile. The last tables
group the words by how often they occur in the indexed text. --json prints an object per model.

Examples:
  oovec eval heldout words.oovec --contexts wiki.ctx
  oovec eval heldout gated.oovec single.oovec --contexts wiki.ctx --html heldout.html
)");
  command.add_files("MODEL,--model", arguments->models, "Models to evaluate, one or several.")
      .required();
  command.add_file("--contexts", arguments->contexts, "Index of contexts (oovec index).")
      .required();
  command.add_file("--vectors", arguments->vectors,
                   "Vectors file, for models written without vectors.");
  command.add_file(
      "--words", arguments->words,
      "List of words to measure, one per line. Default: all words that no model has learned from.");
  add_numbers(command, "--counts", arguments->options.counts,
              "Numbers of contexts to measure, separated by commas.", Range{0, 1e6});
  add_fields(command, arguments->options);
  command.add_flag("--allow-seen", arguments->allow_seen,
                   "Also evaluate models that have learned from words of --words.");
  command.add_flag("--calibration", arguments->calibration,
                   "Also print how well the confidence agrees with the cosine.");
  command.add_output("--html", arguments->html, "Also write a web page with charts.");
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments] { run_eval_heldout(*arguments); });
}

}  // namespace oovec::cli
