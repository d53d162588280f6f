// Vectors of unseen words from a fastText model: the mean of the vectors of their character
// n-grams, to the bit what fastText computes. Not part of the public interface; read_fasttext_bin()
// hands one out as Embeddings::subwords().
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oovec/vectors/matrix.h"
#include "oovec/vectors/subwords.h"

namespace oovec {

// Lengths, in code points, of the n-grams of "<word>".
struct NgramLengths {
  std::size_t min;
  std::size_t max;
};

class FastTextSubwords : public Subwords {
 public:
  // `ngrams` has a row per bucket, at least one; `file` is for messages.
  FastTextSubwords(std::string file, NgramLengths lengths, Matrix ngrams)
      : file_(std::move(file)), lengths_(lengths), ngrams_(std::move(ngrams)) {}

  std::optional<std::vector<float>> vector_of(std::string_view word) const override;

  // Turns the sum of `count` vectors into their mean with the vectors of the word's n-grams, taken
  // in fastText's order; says how many vectors that is. An Error if it is too large for a float.
  std::size_t average(std::string_view word, std::span<float> sum, std::size_t count) const;

 private:
  std::string file_;
  NgramLengths lengths_;
  Matrix ngrams_;
};

}  // namespace oovec
