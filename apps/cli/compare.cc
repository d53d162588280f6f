// oovec compare MODEL --corpus FILE… --word W --by COLUMN: what a word means by group, by
// covariates and over time.
#include "oovec/compare/compare.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/compare_table.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "lab/experiment/compare_page.h"
#include "oovec/base/error.h"

namespace oovec::cli {
namespace {

struct CompareArguments {
  std::string model;
  std::string vectors;
  std::vector<std::string> corpus;
  std::string words;
  std::string html;
  std::string csv_output;
  CompareOptions options;
  bool json = false;
};

void check_compare(const CompareArguments& arguments) {
  const auto streams = (arguments.html == "-" ? 1 : 0) + (arguments.csv_output == "-" ? 1 : 0) +
                       (arguments.json ? 1 : 0);
  if (streams > 1)
    throw Error(ErrorKind::usage, "page, CSV and JSON would mix on standard output; name a file");
  if (arguments.words == "-" && std::ranges::find(arguments.corpus, "-") != arguments.corpus.end())
    throw Error(ErrorKind::usage,
                "corpus and words cannot both come from standard input; name a file");
}

int run_compare(CompareArguments& arguments) {
  check_compare(arguments);
  CompareOptions& options = arguments.options;
  for (std::string& word : read_words(arguments.words)) options.words.push_back(std::move(word));
  options.progress = terminal_progress();
  const Model model(arguments.model, arguments.vectors);
  CompareResult result = compare_contexts(model, arguments.corpus, options);
  result.hints = spelled_hints(std::move(result.hints));
  const std::string json = comparison_json(result);
  if (!arguments.html.empty()) write_text_file(arguments.html, lab::compare_page(json));
  if (!arguments.csv_output.empty()) write_text_file(arguments.csv_output, comparison_csv(result));
  if (arguments.json)
    fmt::print("{}\n", json);
  else if (arguments.html != "-" && arguments.csv_output != "-")
    fmt::print("{}", compare_table(result));
  print_hints(result.hints);
  const bool all = std::ranges::all_of(result.words, [](const ComparedWord& word) {
    return word.groups.size() > 1 || word.regression;
  });
  return all ? exit_ok : exit_negative;
}

}  // namespace

void add_compare(Command parent, int& exit_code) {
  auto arguments = std::make_shared<CompareArguments>();
  const Command command =
      parent.add_command("compare", "Compare what a word means by group and over time");
  command.footer(R"(
Compares the contexts of the word by the vectors that the model gives them, and leaves out the form,
which is the same everywhere. Name groups with --by, periods with --over, or columns of a regression
with --model. Sentences of one document are not independent; name the column of documents with
--document, and tests and intervals take that into account. docs/compare.md says when to trust the
results.

Exit code 1: a word cannot be compared.

Examples:
  oovec compare words.oovec --corpus speeches.csv --text speech --word freedom --by party
  oovec compare words.oovec --corpus speeches.jsonl --text body --word freedom --document id \
    --model 'party + year' --at party=R,year=1960 --at party=D,year=1960
  oovec compare words.oovec --corpus speeches.csv --text speech --word freedom --over year \
    --step 20 --anchors liberty,market,security --html freedom.html --csv-output freedom.csv
)");
  CompareOptions& options = arguments->options;
  command.add_file("MODEL", arguments->model, "Model file.").required();
  command
      .add_files("--corpus", arguments->corpus,
                 "CSV files or JSON lines, or globs; -: standard input.")
      .required();
  command
      .add_list("--word", options.words,
                "Word to compare, of one token or several. May be repeated.")
      .type("WORD");
  command.add_file("--words", arguments->words, "File with more words to compare, one per line.");
  add_list(command, "--anchors", options.anchors,
           "Words whose similarity to each group or period is reported.", "WORD", "",
           [](const std::string& text, std::string& word) { word = text; });
  command
      .add_list(
          "--at", options.at,
          "Report the fitted vector for these values of columns: COLUMN=VALUE,… May be repeated.")
      .type("VALUES");
  command
      .add_option("--model,--formula", options.formula,
                  R"(Regress contexts on these columns, such as "party + year". C(year) treats
                     numbers as categories.)")
      .type("FORMULA");
  add_fields(command, options, {"formula"});
  command.add_file("--vectors", arguments->vectors,
                   "Vectors file, for models written without vectors.");
  command.add_output("--html", arguments->html,
                     "Write a web page with figures to FILE; -: standard output.");
  command.add_output("--csv-output", arguments->csv_output,
                     "Write every number as CSV to FILE; -: standard output.");
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments, &exit_code] { exit_code = run_compare(*arguments); });
}

}  // namespace oovec::cli
