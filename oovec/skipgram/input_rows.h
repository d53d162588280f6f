// Which rows of skip-gram's input matrix make the vector of a word: its own or, with subwords
// (Bojanowski et al. 2017), the mean of its own and those of its character n-grams. N-grams are
// numbered by hash, several may share a row, and their rows follow those of the words. Not part of
// the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oovec/skipgram/aligned_rows.h"
#include "oovec/vectors/fasttext_subwords.h"
#include "oovec/vectors/vocabulary.h"

namespace oovec::inline skipgram {

class InputRows {
 public:
  // Without subwords.
  explicit InputRows(std::size_t words) : rows_(words) {}

  InputRows(const Vocabulary& words, SubwordLengths lengths, std::size_t buckets);

  // Of the whole matrix.
  std::size_t size() const { return rows_; }
  bool has_subwords() const { return !parts_.empty(); }

  // The rows of a word, its own first; only with subwords.
  std::span<const std::uint32_t> of(std::size_t word) const {
    return std::span(parts_).subspan(begins_[word], begins_[word + 1] - begins_[word]);
  }

  // The mean of a word's rows; only with subwords. `mean` is as long as the matrix's stride.
  void mean(const AlignedRows& matrix, std::size_t word, std::span<float> mean) const;

 private:
  std::size_t rows_;
  std::vector<std::uint32_t> parts_;  // rows of all words
  std::vector<std::size_t> begins_;   // per word, where its rows begin; then where the last end
};

}  // namespace oovec::inline skipgram
