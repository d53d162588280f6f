// Chooses the lengths of n-grams for the words of a vocabulary.
//
// N-grams of 3 to 6 characters (5 for models trained iteratively) suit alphabetic scripts. If words
// are short, as in Chinese and Japanese, almost no new word would share such an n-gram with a known
// word; then n-grams have 1 character to one more than the median length of the words.
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
