// Lists of words, and the words of vectors that they name.
//
//   const std::vector<std::string> words = read_word_list("test-words.txt");
//   const ListedRows held_out = find_listed(vectors, words, model.text());
//   if (held_out.rows[row]) …
//
// A list names a word however it spells it: a byte order mark, blanks around the word, the Unicode
// normal form and, where text is lower-cased, capitals make no difference.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/text/find_word.h"
#include "oovec/text/normalize.h"
#include "oovec/text/tokenizer.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline io {
class Input;
}

namespace oovec::inline vectors {

// Reads one word per line, as the file spells it, without the blanks around it. Empty lines are
// skipped. Throws Error(malformed) with file and line for a word that is not UTF-8.
[[nodiscard]] std::vector<std::string> read_word_list(Input& input);

// The same for a file; "-" is standard input.
[[nodiscard]] std::vector<std::string> read_word_list(const std::string& path);

// The words of a list, normalised by normal_word() (text/normalize.h); empty ones are skipped.
// Throws Error(malformed) with the number of the word for one that is not UTF-8.
[[nodiscard]] std::vector<std::string> normal_words(const std::vector<std::string>& list,
                                                    Casing casing);

// How many words of a list were found.
struct ListedWords {
  std::uint64_t words = 0;            // of the list, empty ones left out
  std::uint64_t not_found = 0;        // of them
  std::vector<std::string> examples;  // of those that were not found, two at most

  void add(const std::string& word, bool found);
};

struct ListedRows {
  std::vector<bool> rows;  // per row of the vectors: whether the list names its word
  ListedWords words;
};

// A row is listed if its word has the same normal form as a word of the list; the normal form is
// lower-cased if text for these vectors is. A word that equals no row lists the row that it would
// match in text (text/find_word.h).
[[nodiscard]] ListedRows find_listed(const Embeddings& vectors,
                                     const std::vector<std::string>& list,
                                     const TokenizerOptions& text);

// The row of the word that a person names (text/find_word.h).
[[nodiscard]] FoundWord find_word(const Embeddings& vectors, std::string_view word,
                                  const TokenizerOptions& text = {});

}  // namespace oovec::inline vectors
