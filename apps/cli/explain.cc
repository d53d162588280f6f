// oovec explain MODEL WORD CONTEXT…: what each n-gram and context word contributes to a vector.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/model_arguments.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/shading.h"
#include "apps/cli/words.h"
#include "oovec/model/batch_inference.h"
#include "oovec/model/explain.h"
#include "oovec/model/explain_json.h"
#include "oovec/model/explain_page.h"
#include "oovec/model/neighbors.h"

namespace oovec::cli {
namespace {

struct ExplainArguments : ModelArguments {
  std::string html;
  std::size_t k = 5;
  int threads = 0;
};

std::vector<std::string> nearest_words(const ExplainArguments& arguments, const Model& model,
                                       const Explanation& explanation) {
  return neighbor_words(model, find_neighbors(model, explanation.word, *explanation.inferred,
                                              arguments.k, arguments.threads)
                                   .joint);
}

void print_head(const Explanation& explanation, const std::vector<std::string>& nearest) {
  const Inference& inferred = *explanation.inferred;
  fmt::print("word        {}\n", printable(explanation.word));
  const float share = inferred.context_share;
  fmt::print("made of     {:.0f} % form, {:.0f} % context (alpha {:.2f})\n", 100 * (1 - share),
             100 * share, inferred.alpha);
  if (inferred.confidence) fmt::print("confidence  {:.2f}\n", *inferred.confidence);
  if (!nearest.empty())
    fmt::print("nearest     {}\n", printable(fmt::format("{}", fmt::join(nearest, ", "))));
}

template <class Items>
void raise_to_highest(const Items& items, double& highest) {
  for (const auto& item : items) highest = std::max(highest, item.influence.importance);
}

// As in the paper's figure: the higher the importance, the stronger the colour.
void print_shaded(const Explanation& explanation, const Shading& shading) {
  if (!explanation.ngrams.empty()) {
    double highest = 0;
    raise_to_highest(explanation.ngrams, highest);
    fmt::print("\nform\n ");
    for (const ExplainedNgram& ngram : explanation.ngrams)
      fmt::print(" {}", shading.shade(printable(ngram.text), ngram.influence.importance, highest));
    fmt::print("\n");
  }
  double highest = 0;
  for (const auto& tokens : explanation.contexts) raise_to_highest(tokens, highest);
  for (const auto& tokens : explanation.contexts) {
    fmt::print("\ncontext\n ");
    for (const ExplainedToken& token : tokens)
      fmt::print(" {}", shading.shade(printable(token.text), token.influence.importance, highest));
    fmt::print("\n");
  }
}

void print_columns(std::string_view kind) {
  fmt::print("\ncontribution  importance     change  {}\n", kind);
}

void print_line(const Influence& influence, std::string_view text, std::string_view note) {
  fmt::print("{:+10.1f} %  {:8.1f} %  {:9.6f}  {}{}\n", 100 * influence.contribution,
             100 * influence.importance, influence.change, printable(text), note);
}

void print_numbers(const Explanation& explanation) {
  if (!explanation.ngrams.empty()) print_columns("n-gram");
  for (const ExplainedNgram& ngram : explanation.ngrams)
    print_line(ngram.influence, ngram.text, ngram.known ? "" : "  (unknown)");
  for (const auto& tokens : explanation.contexts) {
    print_columns("context word");
    for (const ExplainedToken& token : tokens)
      print_line(token.influence, token.text,
                 token.role == TokenRole::used ? "" : fmt::format("  ({})", enum_name(token.role)));
  }
}

int run_explain(const ExplainArguments& arguments) {
  if (arguments.html == "-" && arguments.json)
    throw Error(ErrorKind::usage, "--json would mix with the page on standard output");
  const Model model(arguments.file, arguments.vectors);
  const Explanation explanation = explain(model, arguments.word, arguments.contexts);
  if (!explanation.inferred) {
    report_word(arguments.word, nothing_known);
    return exit_negative;
  }
  const auto nearest = nearest_words(arguments, model, explanation);
  if (!arguments.html.empty())
    write_text_file(arguments.html, explanation_page(explanation, nearest));
  if (arguments.html == "-") return exit_ok;
  if (arguments.json) {
    fmt::print("{}\n", explanation_json(explanation, nearest));
    return exit_ok;
  }
  print_head(explanation, nearest);
  if (const auto shading = terminal_shading())
    print_shaded(explanation, *shading);
  else
    print_numbers(explanation);
  return exit_ok;
}

}  // namespace

void add_explain(Command parent, int& exit_code) {
  auto arguments = std::make_shared<ExplainArguments>();
  const Command command = parent.add_command(
      "explain", "Show what each n-gram and context word contributes to a vector");
  command.footer(R"(
Contribution: how much of the vector an n-gram or word makes up; it is negative if the item pulls
the other way. Importance: how far the vector of the form alone, or of the contexts alone, turns if
the item is left out, as a share of all items. Change: how far the whole vector turns if the item is
left out. docs/explain.md has the definitions. A terminal shows importance as shades of a colour;
otherwise, or if NO_COLOR is set, the output is numbers.

Exit code 1: the word has no vector.

Example:
  oovec explain words.oovec pomelo "The pomelo is a large citrus fruit." --html pomelo.html
)");
  add_model_arguments(command, *arguments);
  command.add_output("--html", arguments->html, "Also write a web page; -: standard output.");
  add_number(command, "-k", arguments->k, "Show N nearest words.", at_least(1));
  add_number(command, "--threads", arguments->threads, "Number of threads; 0: one per core.",
             at_least(0));
  command.on_run([arguments, &exit_code] { exit_code = run_explain(*arguments); });
}

}  // namespace oovec::cli
