// oovec index show FILE WORD: a word's count and sampled sentences.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/words.h"
#include "oovec/corpus/context_index.h"

namespace oovec::cli {
namespace {

struct ShowArguments {
  std::string file;
  std::string word;
  std::size_t count = 5;
  bool json = false;
};

void print_index_show_json(const ShowArguments& arguments, const ContextIndex& index,
                           std::size_t target) {
  Json sentences = Json::array();
  for (std::size_t i = 0; i < std::min(arguments.count, index.contexts(target)); ++i) {
    const Context context = index.context(target, i);
    sentences.push_back(
        {{"words", index.words(context, index.word(target))}, {"position", context.position}});
  }
  print_json({{"word", arguments.word},
              {"found", index.word(target)},
              {"count", index.count(target)},
              {"contexts", index.contexts(target)},
              {"sentences", sentences}});
}

void print_text_of(const ShowArguments& arguments, const ContextIndex& index, std::size_t target) {
  fmt::print("{}: seen {}, {} kept\n", printable(index.word(target)),
             counted(index.count(target), "time"), counted(index.contexts(target), "sentence"));
  const std::string marked = fmt::format("[{}]", index.word(target));
  for (std::size_t i = 0; i < std::min(arguments.count, index.contexts(target)); ++i) {
    const auto words = index.words(index.context(target, i), marked);
    fmt::print("  {}\n", printable(fmt::format("{}", fmt::join(words, " "))));
  }
}

int show(const ShowArguments& arguments) {
  const ContextIndex index(arguments.file);
  const FoundWord found = index.look_up(arguments.word);
  if (!found.word) {
    std::vector<std::string_view> parts(found.all.size());
    std::ranges::transform(found.all, parts.begin(), [&](auto part) { return index.word(part); });
    report_word(arguments.word, "is not in " + arguments.file, parts);
    return exit_negative;
  }
  report_spelling(arguments.word, index.word(*found.word));
  arguments.json ? print_index_show_json(arguments, index, *found.word)
                 : print_text_of(arguments, index, *found.word);
  return exit_ok;
}

}  // namespace

void add_index_show(Command parent, int& exit_code) {
  auto arguments = std::make_shared<ShowArguments>();
  const Command command = parent.add_command("show", "Show a word's count and sampled sentences");
  command.footer(R"(
The word may be spelled as in running text: with capitals, or with a clitic. Words without a vector
appear as "…".

Exit code 1: the word is not in the index.

Example:
  oovec index show wiki.ctx grapefruit -n 3
)");
  command.add_file("FILE", arguments->file, "Index file.").required();
  command.add_option("WORD", arguments->word, "Word to show.").required();
  add_number(command, "-n", arguments->count, "Show at most N sentences.", at_least(0));
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments, &exit_code] { exit_code = show(*arguments); });
}

}  // namespace oovec::cli
