// oovec index show FILE WORD: a word's count and sampled sentences.
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
        {{"words", index.words(context, arguments.word)}, {"position", context.position}});
  }
  print_json({{"word", arguments.word},
              {"count", index.count(target)},
              {"contexts", index.contexts(target)},
              {"sentences", sentences}});
}

void print_text_of(const ShowArguments& arguments, const ContextIndex& index, std::size_t target) {
  fmt::print("{}: seen {}, {} kept\n", printable(arguments.word),
             counted(index.count(target), "time"), counted(index.contexts(target), "sentence"));
  const std::string marked = '[' + arguments.word + ']';
  for (std::size_t i = 0; i < std::min(arguments.count, index.contexts(target)); ++i) {
    const auto words = index.words(index.context(target, i), marked);
    fmt::print("  {}\n", printable(fmt::format("{}", fmt::join(words, " "))));
  }
}

int show(const ShowArguments& arguments) {
  const ContextIndex index(arguments.file);
  const auto target = index.find(arguments.word);
  if (!target) {
    report_word(arguments.word, "is not in " + arguments.file);
    return exit_negative;
  }
  arguments.json ? print_index_show_json(arguments, index, *target)
                 : print_text_of(arguments, index, *target);
  return exit_ok;
}

}  // namespace

void add_index_show(Command parent, int& exit_code) {
  auto arguments = std::make_shared<ShowArguments>();
  const Command command = parent.add_command("show", "Show a word's count and sampled sentences");
  command.footer(
      "Words without a vector appear as … Exit code 1 if the word is not in the index.\n\n"
      "Example:\n  oovec index show wiki.ctx grapefruit -n 3");
  command.add_option("FILE", arguments->file, "index").required();
  command.add_option("WORD", arguments->word, "word").required();
  add_number(command, "-n", arguments->count, "sentences to show", at_least(0));
  command.add_flag("--json", arguments->json, "print JSON");
  command.on_run([arguments, &exit_code] { exit_code = show(*arguments); });
}

}  // namespace oovec::cli
