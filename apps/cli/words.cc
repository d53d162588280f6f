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
  if (!line.empty()) use(line);
  line.clear();
}

}  // namespace

// An ordinary list would take "[UNK]" for a list of one word, UNK, and would let "--" end the
// command once it has a word.
void add_texts(CLI::App& command, const std::string& name, std::vector<std::string>& texts,
               const std::string& help) {
  constexpr int any_number = CLI::detail::expected_max_vector_size;
  command.add_option(name, texts, help)
      ->expected(any_number, any_number)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_words_arguments(CLI::App& command, WordsArguments& arguments) {
  add_vectors_arguments(command, arguments);
  add_texts(command, "WORD", arguments.words, "words; after -- if they begin with -");
  command
      .add_option("--words", arguments.words_file,
                  "file with a word per line, - for standard input")
      ->type_name("FILE");
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
  if (!arguments.words_file.empty()) for_each_line(arguments.words_file, use);
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
  use_line(line, use);
}

void report_word(const std::string& word, std::string_view what) {
  fmt::print(stderr, "oovec: \"{}\" {}\n", printable(word), printable(what));
}

}  // namespace oovec::cli
