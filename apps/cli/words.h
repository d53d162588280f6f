// Words given to a command as arguments, or as a list in a file.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/print.h"
#include "apps/cli/vectors_arguments.h"
#include "oovec/vectors/word_list.h"

namespace oovec::cli {

struct WordsArguments : VectorsArguments {
  std::vector<std::string> words;
  std::string words_file;
};

void add_words_arguments(Command command, WordsArguments& arguments);

// Throws an Error(usage) unless words are given, and not on the standard input that holds vectors.
void check_words_arguments(const WordsArguments& arguments);

// Calls `use` with each word in order, those of the file last.
void for_each_word(const WordsArguments& arguments,
                   const std::function<void(const std::string&)>& use);

// A requested word, as the vectors spell it, and its vector.
struct NamedVector {
  std::string spelling;
  std::optional<std::size_t> row;  // none if the vector was made of subwords
  std::vector<float> vector;
};

// Says on standard error if the word is spelled otherwise, or has no vector in the file.
[[nodiscard]] std::optional<NamedVector> find_vector(const Embeddings& vectors,
                                                     const std::string& word,
                                                     const std::string& file);

// The words of a list (vectors/word_list.h), "-" being standard input; none if no file is named.
[[nodiscard]] std::vector<std::string> read_words(const std::string& file);

// Says on standard error that there is no answer for a word.
void report_word(const std::string& word, std::string_view what);

// The same, naming the parts of the word that were found.
void report_word(const std::string& word, std::string_view what,
                 const std::vector<std::string_view>& parts);

// Says on standard error that the answer is for another spelling than requested, if it is. Unicode
// normal forms are no other spelling.
void report_spelling(const std::string& asked, std::string_view found);

// Reports on standard error how many words of a list were not found, if any: "3 of 120 words of
// test.txt have no vector, "foo" for one". `one` and `many` are the predicates of the message.
void report_not_found(const std::string& file, const ListedWords& listed, std::string_view one,
                      std::string_view many);

// The same of words to exclude that have no vector.
void report_excluded(const std::string& file, const ListedWords& listed);

[[nodiscard]] Json listed_json(const ListedWords& listed);

}  // namespace oovec::cli
