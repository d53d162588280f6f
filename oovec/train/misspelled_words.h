// Misspelled words for the form to be learned from (form/misspell.h), one for each word.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "oovec/vectors/embeddings.h"

namespace oovec::inline train {

struct MisspelledWord {
  std::uint32_t row;  // of the intended word
  std::string spelling;
};

// In the order of the words; each follows from the seed, the row and the other words. Left out are
// words that are not at least four letters and nothing else, and those of which ten misspellings
// drawn all were words of the vectors.
[[nodiscard]] std::vector<MisspelledWord> misspell_words(const Embeddings& vectors,
                                                         std::span<const std::uint32_t> words,
                                                         std::uint64_t seed);

}  // namespace oovec::inline train
