// The n-grams a model learns vectors for, and those of each training word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "oovec/form/ngrams.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline train {

// The n-grams of a model that does not use the form: ⟨unk⟩ alone.
[[nodiscard]] Vocabulary no_ngrams();

// N-grams that occur in enough different words, the most widespread first; number 0 is ⟨unk⟩, which
// stands for all others. Words are rows of the vectors; other spellings may be added as further
// rows.
class NgramTable {
 public:
  NgramTable() = default;
  NgramTable(const Embeddings& vectors, std::span<const std::uint32_t> words, NgramLengths lengths,
             std::uint32_t min_words);

  // A further row, the first being the number of vectors. It does not change which n-grams there
  // are.
  void add(std::string_view spelling);

  const Vocabulary& ngrams() const { return ngrams_; }

  // The numbers of the n-grams of a training word or an added spelling, each as often as it occurs;
  // none for other words.
  std::span<const std::uint32_t> of(std::uint32_t row) const {
    return std::span(numbers_).subspan(begins_[row], begins_[row + 1] - begins_[row]);
  }

 private:
  std::uint32_t number(std::string_view ngram) const;

  NgramLengths lengths_;
  Vocabulary ngrams_;
  std::vector<std::uint64_t> begins_;  // per row, and the end
  std::vector<std::uint32_t> numbers_;
};

}  // namespace oovec::inline train
