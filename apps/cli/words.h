// Words given to a command as arguments, or one per line in a file.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace oovec::cli {

struct WordArguments {
  std::vector<std::string> words;
  std::string file;
};

void add_word_arguments(CLI::App& command, WordArguments& arguments);

// Calls `use` with each word in order, those of the file last. Empty lines are passed over.
void for_each_word(const WordArguments& arguments,
                   const std::function<void(const std::string&)>& use);

void report_unknown(const std::string& word, const std::string& file);

}  // namespace oovec::cli
