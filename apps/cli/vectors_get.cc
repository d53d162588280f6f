// oovec vectors get FILE WORD…: the vectors of words.
#include <charconv>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"

namespace oovec::cli {
namespace {

struct Arguments {
  std::string file;
  WordArguments words;
  ReadOptions read;
  bool json = false;
};

void print_vector(std::string_view word, const std::vector<float>& vector, bool json) {
  if (json) return print_json({{"word", word}, {"vector", vector}});
  std::string line(word);
  char number[32];
  for (const float value : vector) {
    line += ' ';
    line.append(number, std::to_chars(number, number + sizeof number, value).ptr);
  }
  fmt::print("{}\n", line);
}

int run(Arguments& arguments) {
  arguments.read.progress = terminal_progress();
  const Embeddings vectors = read_vectors(arguments.file, arguments.read).embeddings;
  int exit_code = exit_ok;
  for_each_word(arguments.words, [&](const std::string& word) {
    if (const auto vector = vectors.vector_of(word)) {
      print_vector(word, *vector, arguments.json);
    } else {
      report_unknown(word, arguments.file);
      exit_code = exit_negative;
    }
  });
  return exit_code;
}

}  // namespace

void add_vectors_get(CLI::App& parent, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = parent.add_subcommand("get", "Print the vectors of words");
  command->footer(
      "A line per word: the word and its numbers. Words that a fastText .bin file does not list "
      "get\n"
      "the vector fastText gives them. Exit code 1 if a word has none.\n\n"
      "Example:\n  oovec vectors get glove.safetensors pomelo grapefruit");
  command->add_option("file", arguments->file, "vectors file, - for standard input")->required();
  add_word_arguments(*command, arguments->words);
  add_fields(*command, arguments->read);
  command->add_flag("--json", arguments->json, "print a JSON object per word");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace oovec::cli
