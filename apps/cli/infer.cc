// oovec infer MODEL WORD CONTEXT…: the vector of a word, or of every word of a file.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/model_arguments.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "oovec/base/error.h"
#include "oovec/base/shorten.h"
#include "oovec/io/open_text.h"
#include "oovec/model/infer_lines.h"
#include "oovec/model/weak_evidence.h"
#include "oovec/text/normalize.h"
#include "oovec/vectors/writer.h"

namespace oovec::cli {
namespace {

struct InferArguments : ModelArguments {
  std::string input;
  std::string output = "-";
  InferOptions options;
};

void check_infer(const InferArguments& arguments) {
  if (arguments.word.empty() == arguments.input.empty())
    throw Error(ErrorKind::usage, "give a word, or a file of words and contexts with --input");
}

int infer_file(const InferArguments& arguments, const Model& model) {
  const auto input = open_text(arguments.input);
  const auto report = [&](const LineProblem& problem) {
    fmt::print(stderr, "oovec: {}:{}: {}\n", printable(input->name()), problem.line,
               printable(shorten(problem.message)));
  };
  const InferSummary summary =
      infer_lines(model, *input, arguments.output, arguments.options, report);
  const std::string hint = weak_hint(summary.weak, summary.vectors);
  if (!hint.empty()) print_hints({hint});
  return summary.bad_lines + summary.without_vector > 0 ? exit_negative : exit_ok;
}

int infer_one(const InferArguments& arguments, const Model& model) {
  const auto inference = infer_word(model, arguments);
  if (!inference) return exit_negative;
  InferenceOutput output(arguments.output, arguments.options.format, model.dimension());
  const std::string_view word = trim(arguments.word);
  if (!can_hold(output.format(), word))
    throw Error(ErrorKind::usage, cannot_hold(output.format(), word));
  std::string row;
  append_inference(output.format(), word, *inference, row);
  output.write(row, 1);
  output.commit();
  if (is_weak(*inference) && output.format() != VectorFormat::jsonl)  // which tells the confidence
    print_hints({weak_hint(word, *inference)});
  return exit_ok;
}

int run_infer(InferArguments& arguments) {
  check_infer(arguments);
  if (arguments.json) arguments.options.format = VectorFormat::jsonl;
  const Model model(arguments.file, arguments.vectors);
  arguments.window = arguments.options.context;
  const bool has_contexts = !arguments.contexts.empty() || !arguments.input.empty();
  const std::string hint = window_hint(model.settings().window, arguments.window.window);
  if (has_contexts && !hint.empty()) print_hints({hint});
  return arguments.input.empty() ? infer_one(arguments, model) : infer_file(arguments, model);
}

}  // namespace

void add_infer(Command parent, int& exit_code) {
  auto arguments = std::make_shared<InferArguments>();
  const Command command =
      parent.add_command("infer", "Infer the vectors of words from their form and contexts");
  command.footer(R"(
Infers one word, or with --input every word of a file. Each line of the file has a word and any
number of contexts, separated by tabs. Output has the order of the input. A plain file gets
word2vec text; a pipe or a compressed file gets the same without a header (glove); .bin is
word2vec's binary format; .jsonl (or --json) includes the confidence and other diagnostics of each
vector. Bad lines are reported and skipped.

Exit code 1: a line is bad, or nothing can be inferred for a word.

Examples:
  oovec infer words.oovec pomelo "The pomelo is the largest citrus fruit."
  oovec infer words.oovec --input new.tsv -o new.txt
)");
  add_model_arguments(command, *arguments, /*word_is_optional=*/true);
  command.add_file("--input", arguments->input, "File of words and contexts; -: standard input.");
  command.add_output("-o,--output", arguments->output, "File to write; -: standard output.")
      .show_default();
  add_fields(command, arguments->options);
  arguments->options.progress = terminal_progress();
  command.on_run([arguments, &exit_code] { exit_code = run_infer(*arguments); });
}

}  // namespace oovec::cli
