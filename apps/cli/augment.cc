// oovec augment MODEL --corpus FILE… -o OUT: vectors for the new words of a text.
#include "oovec/augment/augment.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/appended.h"
#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "oovec/io/check_outputs.h"

namespace oovec::cli {
namespace {

constexpr std::uint32_t reported_neighbors = 5;

struct AugmentArguments {
  std::string model;
  std::vector<std::string> corpus;
  std::string output;
  std::string words;
  std::string report;
  AugmentOptions options;
  bool json = false;
};

// There is only one standard input, and one standard output.
void check_streams(const AugmentArguments& arguments) {
  std::vector<std::string> inputs = arguments.corpus;
  inputs.push_back(arguments.words);
  if (std::count(inputs.begin(), inputs.end(), "-") > 1)
    throw Error(ErrorKind::usage,
                "corpus and words cannot both come from standard input; name a file");
  if ((arguments.output == "-" ? 1 : 0) + (arguments.report == "-" ? 1 : 0) +
          (arguments.json ? 1 : 0) >
      1)
    throw Error(ErrorKind::usage,
                "vectors, report and JSON would mix on standard output; name a file");
  check_outputs({{arguments.report}}, {arguments.options.vectors});
}

void read_new_words(AugmentArguments& arguments) {
  if (arguments.words.empty()) return;
  arguments.options.words = read_word_list(arguments.words);
  if (arguments.options.words.empty())
    throw Error(ErrorKind::usage, arguments.words + " holds no words");
}

void print_augment_json(const AugmentArguments& arguments, const AugmentResult& result) {
  print_json({{"file", arguments.output},
              {"format", enum_name(result.format)},
              {"old_words", result.old_words},
              {"added", result.count(Outcome::added)},
              {"not_inferred", result.count(Outcome::not_inferred)},
              {"not_written", result.count(Outcome::not_written)},
              {"lines", result.totals.lines},
              {"bad_lines", result.totals.bad_lines},
              {"sentences", result.totals.sentences},
              {"tokens", result.totals.tokens.total()},
              {"hints", spelled_hints(result.hints())}});
}

void print_augment(const AugmentArguments& arguments, const AugmentResult& result) {
  fmt::print(stderr, "{} ({}): {} and {}\n",
             arguments.output == "-" ? "standard output" : printable(arguments.output),
             enum_name(result.format), counted(result.old_words, "old word"),
             counted(result.count(Outcome::added), "new one"));
  if (const auto count = result.count(Outcome::not_inferred))
    fmt::print(stderr, "{} without a vector: no known n-gram and no context\n",
               counted(count, "word"));
  if (const auto count = result.count(Outcome::not_written))
    fmt::print(stderr, "{} left out: the format cannot hold them\n", counted(count, "word"));
  if (result.totals.bad_lines > 0)
    fmt::print(stderr, "{} skipped: not UTF-8, JSON or CSV as required\n",
               counted(result.totals.bad_lines, "line"));
}

// A listed word that got no vector makes the exit code 1.
int report_missing(const AugmentArguments& arguments, const AugmentResult& result) {
  if (arguments.words.empty()) return exit_ok;
  int exit_code = exit_ok;
  for (const NewWord& word : result.words) {
    if (word.outcome == Outcome::added) continue;
    report_word(word.word, enum_name(word.outcome));
    exit_code = exit_negative;
  }
  return exit_code;
}

int run_augment(AugmentArguments& arguments) {
  check_streams(arguments);
  read_new_words(arguments);
  AugmentOptions& options = arguments.options;
  options.index.progress = terminal_progress();
  options.neighbors = arguments.report.empty() ? 0 : reported_neighbors;
  const Model model(arguments.model, options.vectors);
  const AugmentResult result = augment_vectors(model, arguments.corpus, arguments.output, options);
  if (!arguments.report.empty()) write_report(result, arguments.report);
  (arguments.json ? print_augment_json : print_augment)(arguments, result);
  print_hints(result.hints());
  return report_missing(arguments, result);
}

}  // namespace

void add_augment(Command parent, int& exit_code) {
  auto arguments = std::make_shared<AugmentArguments>();
  const Command command = parent.add_command("augment", "Add vectors for the new words of a text");
  command.footer(R"(
Reads the text once, infers a vector for every word that the model's vectors lack, and writes the
vectors with the new words appended, the most frequent first.

With --vectors (the file that the model was trained with), the old rows stay byte for byte as they
are; only native files of float16 or int8 become float32. If --vectors is a model2vec directory, the
output is a new directory in which each new word is a token. Without --vectors, the vectors in the
model are written, in the format that the name of the output suggests.

Exit code 1: a word of --words got no vector.

Examples:
  oovec augment words.oovec --vectors glove.txt --corpus news.txt.zst -o glove+news.txt
  oovec augment words.oovec --corpus 'posts-*.jsonl' --jsonl body -o all.safetensors --report new.tsv
)");
  command.add_file("MODEL", arguments->model, "Model file.").required();
  command
      .add_files("--corpus", arguments->corpus,
                 "Text files or globs, one or several; -: standard input.")
      .required();
  add_appended_output(command, arguments->output, arguments->options.vectors);
  const Option words = command.add_file("--words", arguments->words,
                                        "List of words, one per line: add these words only.");
  command.add_output("--report", arguments->report,
                     "Write a list of the new words, as JSON lines (.jsonl) or tab-separated.");
  add_fields(command, arguments->options);
  words.excludes(command.option("--min-count"));
  add_fields(command, arguments->options.index,
             {"tokenizer", "lowercase", "language", "novel-min", "window"});
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments, &exit_code] { exit_code = run_augment(*arguments); });
}

}  // namespace oovec::cli
