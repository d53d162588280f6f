// Words given to a command as arguments, or one per line in a file.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/vectors_arguments.h"

namespace oovec::cli {

struct WordsArguments : VectorsArguments {
  std::vector<std::string> words;
  std::string words_file;
};

void add_words_arguments(Command command, WordsArguments& arguments);

// Throws an Error(usage) unless words are given, and not on the standard input that holds vectors.
void check_words_arguments(const WordsArguments& arguments);

// Calls `use` with each word in order, those of the file last. Empty lines are passed over.
void for_each_word(const WordsArguments& arguments,
                   const std::function<void(const std::string&)>& use);

// The lines of a file, "-" being standard input, without their ends.
void for_each_line(const std::string& file, const std::function<void(const std::string&)>& use);

// Says on standard error that there is no answer for a word.
void report_word(const std::string& word, std::string_view what);

}  // namespace oovec::cli
