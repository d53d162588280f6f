// The n-grams a model learns vectors for, and those of each training word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oovec/form/ngrams.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline train {

// The n-grams of a model that has no use for any: ⟨unk⟩ alone.
[[nodiscard]] Vocabulary no_ngrams();

// N-grams that occur in enough different words, the most widespread first; number 0 is ⟨unk⟩, which
// stands for all others. Words are rows of the vectors.
class NgramTable {
 public:
  NgramTable() = default;
  NgramTable(const Embeddings& vectors, std::span<const std::uint32_t> words, NgramLengths lengths,
             std::uint32_t min_words);

  const Vocabulary& ngrams() const { return ngrams_; }

  // The numbers of a training word's n-grams, each as often as it occurs; none for other words.
  std::span<const std::uint32_t> of(std::uint32_t row) const {
    return std::span(numbers_).subspan(begins_[row], begins_[row + 1] - begins_[row]);
  }

 private:
  Vocabulary ngrams_;
  std::vector<std::uint64_t> begins_;  // per row of the vectors, and the end
  std::vector<std::uint32_t> numbers_;
};

}  // namespace oovec::inline train
