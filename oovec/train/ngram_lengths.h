// What lengths of n-grams go with the words of a vocabulary.
//
// Stretches of 3 to 6 characters (5 for models that are searched for) fit words of letters. Where
// words are short, as Chinese and Japanese ones are, almost no new word would share one with a
// known word: there, n-grams have 1 character up to one more than half of the words have.
#pragma once

#include <cstddef>
#include <cstdint>

#include "oovec/form/ngrams.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline train {

// Words of which half have no more characters than this are short.
inline constexpr std::size_t short_words = 3;

// How many characters the word in the middle has, by length; 0 of no words.
[[nodiscard]] std::size_t median_word_length(const Embeddings& vectors);

// `longest` is for words that are not short.
[[nodiscard]] NgramLengths fitting_ngrams(const Embeddings& vectors, std::uint32_t longest);

}  // namespace oovec::inline train
