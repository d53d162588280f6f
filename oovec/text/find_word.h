// Finds the word that a person names among the words of vectors or of an index, as the tokens of a
// text are found (lookup.h): as it is, in lower case, without a clitic, or in parts.
//
//   const FoundWord found = find_word("Freedom's", text, [&](std::string_view word) {
//     return vectors.find(word);
//   });
//   if (found.word) use(vectors.row(*found.word));  // that of "freedom"
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "oovec/text/lookup.h"
#include "oovec/text/tokenizer.h"

namespace oovec::inline text {

struct FoundWord {
  Match match = Match::none;
  // The word that was found; empty if none was, or if only parts of it were.
  std::optional<std::size_t> word;
  std::vector<std::size_t> all;  // all words found, including clitics and parts, in order
};

// The place of exactly this word, if there is one.
using FindExactly = std::function<std::optional<std::size_t>(std::string_view)>;

// `text` says how text for these words is read. Where it is lower-cased, a word in lower case
// counts before one with the capitals that were asked for. Blanks around the word and its Unicode
// normal form make no difference.
[[nodiscard]] FoundWord find_word(std::string_view word, const TokenizerOptions& text,
                                  const FindExactly& find);

}  // namespace oovec::inline text
