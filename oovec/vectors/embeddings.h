// Words and their vectors: a vocabulary and a row-major float matrix, in memory or mapped from a
// native file. Such a file may hold rows in fewer bytes (halves, int8): then each row is decoded
// when it is first asked for, and kept.
//
//   const Embeddings vectors = read_vectors("glove.txt").embeddings;
//   if (auto row = vectors.find("pomelo")) use(vectors.row(*row));
//
// An Embeddings is immutable and may be read by any number of threads.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "oovec/vectors/matrix.h"
#include "oovec/vectors/vocabulary.h"

namespace oovec::inline io {
class TensorFile;
}

namespace oovec::inline vectors {

class PackedRows;
class Subwords;

// How a file stores the numbers of rows; int8 has a scale per row.
enum class RowType { float32, float16, bfloat16, int8 };

constexpr auto enum_names(RowType) {
  return std::array<std::string_view, 4>{"float32", "float16", "bfloat16", "int8"};
}

class Embeddings {
 public:
  // As many words as rows.
  Embeddings(Vocabulary words, Matrix matrix);

  // The arrays lie in `file`.
  Embeddings(std::shared_ptr<const TensorFile> file, VocabularyView words,
             std::span<const float> values, std::size_t dimension);
  Embeddings(std::shared_ptr<const TensorFile> file, VocabularyView words,
             std::shared_ptr<const PackedRows> rows, std::size_t dimension);

  std::size_t size() const { return words_.size(); }
  std::size_t dimension() const { return dimension_; }

  // The word, which is UTF-8. A mapped file can be forged: throws Error(malformed) if its word is
  // not.
  std::string_view word(std::size_t row) const;
  [[nodiscard]] std::optional<std::size_t> find(std::string_view word) const {
    return lookup().find(word);
  }
  void find_all(std::span<const std::string_view> words,
                std::vector<std::optional<std::size_t>>& found) const {
    lookup().find_all(words, found);
  }
  std::span<const float> row(std::size_t row) const;

  // Verifies every byte of a mapped file; throws Error(damaged) if one has changed.
  void verify(int threads = 0) const;

  // Verifies the words of a mapped file once, so that find_all() need not: for callers that look up
  // many words.
  void verify_words() const;

  // Throws Error(damaged) if the file is known to have been cut short while it was mapped. Call it
  // before you use what was computed from its numbers.
  void check_intact() const;

  // The whole matrix. Mapped files are verified first, on `threads` threads, so that inner loops
  // need not check; throws Error(damaged) if a number has changed. All packed rows are decoded.
  std::span<const float> values(int threads = 0) const;
  // The same for callers that read these rows only: no others are verified or decoded.
  std::span<const float> values(std::span<const std::uint32_t> rows) const;

  // Copies rows from `first` on to `values`, as many as it holds, for callers that read all rows
  // once: packed rows are decoded, but not kept. Mapped files must have been verified by
  // verify_rows().
  void copy_rows(std::size_t first, std::span<float> values) const;
  void verify_rows(int threads = 0) const;

  // float32 unless rows are packed.
  RowType row_type() const;
  const VocabularyView& words() const { return words_; }

  // Vectors for words outside the vocabulary, if the file has them (fastText .bin); otherwise null.
  const Subwords* subwords() const { return subwords_.get(); }
  void set_subwords(std::shared_ptr<const Subwords> subwords) { subwords_ = std::move(subwords); }

  // The word's row or, failing that, its vector from subwords; nothing if there is neither.
  [[nodiscard]] std::optional<std::vector<float>> vector_of(std::string_view word) const;

  // Identifies the vectors: a hash of all words and numbers, which are verified first.
  [[nodiscard]] std::uint64_t fingerprint(int threads = 0) const;

  bool mapped() const { return file_ != nullptr; }

 private:
  void prepare_lookup();

  // The words, with the tags that make finding them fast if these may be used yet.
  VocabularyView lookup() const {
    VocabularyView words = words_;
    words.verified = words_verified_->load(std::memory_order_relaxed);
    if (words.verified) words.tags = tags_.get();
    return words;
  }

  std::shared_ptr<const TensorFile> file_;                      // where the arrays lie, if mapped
  std::unique_ptr<const std::pair<Vocabulary, Matrix>> owned_;  // else
  VocabularyView words_;
  std::shared_ptr<std::atomic<bool>> words_verified_;  // from the start unless mapped
  std::shared_ptr<std::uint8_t> tags_;                 // of the words (vocabulary.h)
  std::span<const float> values_;
  std::shared_ptr<const PackedRows> packed_;  // if set, has the rows instead of values_
  std::size_t dimension_ = 0;
  std::shared_ptr<const Subwords> subwords_;
};

}  // namespace oovec::inline vectors
