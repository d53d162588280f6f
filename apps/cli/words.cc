#include "apps/cli/words.h"

#include <fmt/format.h>

#include "apps/cli/print.h"
#include "oovec/base/error.h"
#include "oovec/io/input.h"

namespace oovec::cli {
namespace {

// Splits lines on \n only; a \r before it is dropped.
void use_line(std::string& line, const std::function<void(const std::string&)>& use) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  use(line);
  line.clear();
}

}  // namespace

void add_words_arguments(Command command, WordsArguments& arguments) {
  add_vectors_arguments(command, arguments);
  command.add_texts("WORD", arguments.words, "words; after -- if they begin with -");
  command.add_file("--words", arguments.words_file,
                   "file with a word per line, - for standard input");
}

void check_words_arguments(const WordsArguments& arguments) {
  if (arguments.words.empty() && arguments.words_file.empty())
    throw Error(ErrorKind::usage, "no words given: name some, or a file of them with --words");
  if (arguments.file == "-" && arguments.words_file == "-")
    throw Error(ErrorKind::usage,
                "vectors and words cannot both come from standard input: name a file for one");
}

void for_each_word(const WordsArguments& arguments,
                   const std::function<void(const std::string&)>& use) {
  for (const std::string& word : arguments.words) use(word);
  if (arguments.words_file.empty()) return;
  for_each_line(arguments.words_file, [&](const std::string& line) {
    if (!line.empty()) use(line);
  });
}

void for_each_line(const std::string& file, const std::function<void(const std::string&)>& use) {
  const auto input = open_input(file);
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
  if (!line.empty()) use_line(line, use);
}

void report_word(const std::string& word, std::string_view what) {
  fmt::print(stderr, "oovec: \"{}\" {}\n", printable(word), printable(what));
}

}  // namespace oovec::cli
