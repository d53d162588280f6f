#include "apps/cli/words.h"

#include <fmt/format.h>

#include "apps/cli/print.h"
#include "oovec/io/input.h"

namespace oovec::cli {
namespace {

// Splits lines on \n only; a \r before it is dropped.
void use_line(std::string& line, const std::function<void(const std::string&)>& use) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (!line.empty()) use(line);
  line.clear();
}

}  // namespace

void add_word_arguments(CLI::App& command, WordArguments& arguments) {
  command.add_option("words", arguments.words, "words");
  command.add_option("--words", arguments.file, "file with a word per line, - for standard input");
}

void for_each_word(const WordArguments& arguments,
                   const std::function<void(const std::string&)>& use) {
  for (const std::string& word : arguments.words) use(word);
  if (arguments.file.empty()) return;
  const auto input = open_input(arguments.file);
  std::vector<char> block(1 << 16);
  std::string line;
  while (const std::size_t size = input->read(block)) {
    for (std::size_t i = 0; i < size; ++i) {
      if (block[i] == '\n')
        use_line(line, use);
      else
        line += block[i];
    }
  }
  use_line(line, use);
}

void report_unknown(const std::string& word, const std::string& file) {
  fmt::print(stderr, "oovec: \"{}\" has no vector in {}\n", printable(word), printable(file));
}

}  // namespace oovec::cli
