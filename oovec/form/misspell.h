// Misspells words as fast typing does.
//
//   swap       two adjacent letters change places: pomleo
//   delete     a letter is left out: pmelo
//   insert     a key beside a letter is hit, too: pomnelo
//   replace    a key beside a letter is hit instead: pomwlo
//
// The keyboard is QWERTY. For a letter that it does not have, any letter of the alphabet stands in:
// the letters of some words, each with a probability proportional to its frequency.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/random.h"

namespace oovec::inline form {

enum class Misspelling { swap, remove, insert, replace };

constexpr auto enum_names(Misspelling) {
  return std::array<std::string_view, 4>{"swap", "delete", "insert", "replace"};
}

// Whether a word can be misspelled: at least `least` letters and nothing else. The word must be
// UTF-8.
[[nodiscard]] bool is_word_of_letters(std::string_view word, std::size_t least);

class Misspeller {
 public:
  // The alphabet is that of these words, which must be UTF-8.
  explicit Misspeller(const std::vector<std::string>& words);

  // Nothing if the misspelling equals the word, as when two equal letters change places. The word
  // must have at least two letters.
  [[nodiscard]] std::optional<std::string> misspell(std::string_view word, Misspelling how,
                                                    Random& random) const;

 private:
  // A key beside this letter.
  std::string beside(const std::string& letter, Random& random) const;

  std::vector<std::string> alphabet_;  // every letter of the words
};

}  // namespace oovec::inline form
