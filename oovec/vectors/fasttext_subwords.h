// Vectors of unseen words from a fastText model: the mean of the vectors of their character
// n-grams, to the bit what fastText computes. Not part of the public interface; read_fasttext_bin()
// hands one out as Embeddings::subwords().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oovec/vectors/matrix.h"
#include "oovec/vectors/subwords.h"

namespace oovec::inline vectors {

// Lengths, in code points, of the n-grams of "<word>".
struct SubwordLengths {
  std::size_t min;
  std::size_t max;
};

// Calls use(hash) for every n-gram of "<word>", by first byte, then by length. A model keeps the
// vector of an n-gram in the bucket that is the remainder of its hash.
void for_each_subword(std::string_view word, SubwordLengths lengths,
                      const std::function<void(std::uint32_t)>& use);

class FastTextSubwords : public Subwords {
 public:
  // Of a pruned model: which buckets have been kept, and their rows.
  struct Kept {
    std::size_t buckets = 0;  // there were, 0 if all have been kept
    std::unordered_map<std::uint32_t, std::uint32_t> rows;
  };

  // `ngrams` has a row per bucket, at least one, or per kept bucket; `file` is for messages.
  FastTextSubwords(std::string file, SubwordLengths lengths, Matrix ngrams)
      : FastTextSubwords(std::move(file), lengths, std::move(ngrams), Kept()) {}
  FastTextSubwords(std::string file, SubwordLengths lengths, Matrix ngrams, Kept kept)
      : file_(std::move(file)),
        lengths_(lengths),
        ngrams_(std::move(ngrams)),
        kept_(std::move(kept)) {}

  // The same for rows that are decoded when they are asked for, so that memory does not grow with
  // what a few bytes of a quantised model announce. decode(row, numbers) must give finite numbers.
  using Decode = std::function<void(std::size_t, std::span<float>)>;
  FastTextSubwords(std::string file, SubwordLengths lengths, Decode decode, std::size_t rows,
                   std::size_t dimension, Kept kept)
      : file_(std::move(file)),
        lengths_(lengths),
        ngrams_(dimension),
        decode_(std::move(decode)),
        coded_rows_(rows),
        kept_(std::move(kept)) {}

  [[nodiscard]] std::optional<std::vector<float>> vector_of(std::string_view word) const override;

  // Turns the sum of `count` vectors into their mean with the vectors of the word's n-grams, taken
  // in fastText's order; says how many vectors that is. An Error if it is too large for a float.
  std::size_t average(std::string_view word, std::span<float> sum, std::size_t count) const;

  SubwordLengths lengths() const { return lengths_; }
  const Matrix& ngrams() const;  // all of them, decoded
  bool pruned() const { return kept_.buckets != 0; }

 private:
  std::string file_;
  SubwordLengths lengths_;
  std::size_t rows() const { return decode_ ? coded_rows_ : ngrams_.rows(); }

  mutable Matrix ngrams_;
  Decode decode_;  // if set, gives the rows
  std::size_t coded_rows_ = 0;
  mutable std::once_flag decoded_;
  Kept kept_;
};

}  // namespace oovec::inline vectors
