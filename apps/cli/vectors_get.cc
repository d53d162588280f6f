// oovec vectors get FILE WORD…: the vectors of words.
#include <charconv>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/print.h"
#include "apps/cli/words.h"

namespace oovec::cli {
namespace {

void print_vector(const std::string& word, const NamedVector& named, bool json) {
  if (json)
    return print_json({{"word", word}, {"found", named.spelling}, {"vector", named.vector}});
  std::string line = printable(word);
  char number[32];
  for (const float value : named.vector) {
    line += ' ';
    line.append(number, std::to_chars(number, number + sizeof number, value).ptr);
  }
  fmt::print("{}\n", line);
}

int run_vectors_get(const WordsArguments& arguments) {
  check_words_arguments(arguments);
  const ReadResult read = read_vectors(arguments.file, arguments.read);
  print_problems(arguments.file, read.problems);
  const Embeddings& vectors = read.embeddings;
  int exit_code = exit_ok;
  for_each_word(arguments, [&](const std::string& word) {
    if (const auto named = find_vector(vectors, word, arguments.file))
      print_vector(word, *named, arguments.json);
    else
      exit_code = exit_negative;
  });
  return exit_code;
}

}  // namespace

void add_vectors_get(Command parent, int& exit_code) {
  auto arguments = std::make_shared<WordsArguments>();
  const Command command = parent.add_command("get", "Print the vectors of words");
  command.footer(R"(
Prints a line per word: the word and its numbers; with --json, an object per word. A word may be
spelled as in running text: with capitals, or with a clitic. For words that a fastText model does
not list, the vector is the one that fastText computes.

Exit code 1: a word has no vector.

Example:
  oovec vectors get glove.safetensors pomelo grapefruit
)");
  add_words_arguments(command, *arguments);
  command.on_run([arguments, &exit_code] { exit_code = run_vectors_get(*arguments); });
}

}  // namespace oovec::cli
