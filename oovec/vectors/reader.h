// What the readers of the stream formats share. Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/io/input.h"
#include "oovec/io/peeked_input.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/limits.h"
#include "oovec/vectors/matrix.h"
#include "oovec/vectors/report.h"
#include "oovec/vectors/vocabulary.h"

namespace oovec::inline vectors {

// How much of a file is inspected to recognise its format, in bytes.
inline constexpr std::size_t sample_size = 1 << 20;

// The first `size` bytes, and more where that does not reach the first line end.
[[nodiscard]] std::string_view peek_lines(PeekedInput& input, std::size_t size);

// Reports how much of an input has been used, from construction to destruction.
class ReadProgress {
 public:
  [[nodiscard]] ReadProgress(Progress* progress, const Input& input)
      : task_(progress, "reading " + input.name(), input.raw_size()), input_(input) {}
  void update();

 private:
  ProgressTask task_;
  const Input& input_;
  std::uint64_t reported_ = 0;
};

// Builds an Embeddings row by row, dropping duplicates and what ReadOptions says to drop.
class RowCollector {
 public:
  RowCollector(std::size_t dimension, const std::string& file, const ReadOptions& options)
      : options_(options), log_(file, options.repair), matrix_(dimension) {}

  // Where a row stands, for messages.
  struct Place {
    std::uint64_t line;
    std::uint64_t offset;
  };

  // That many rows are to come, no more than the file has bytes for.
  void expect(std::size_t rows) {
    matrix_.reserve_rows(rows, options_.threads);
    words_.reserve(rows);
  }

  // A hint that this word comes soon.
  void prefetch(std::string_view word) const { words_.prefetch(word); }

  // Checks the word (not empty, UTF-8, new) and the numbers (finite), then appends the row.
  void add(std::string_view word, std::span<const float> values, Place place);

  // True once ReadOptions::limit rows are there: the rest need not be read.
  bool full() const { return options_.limit != 0 && words_.size() == options_.limit; }

  // Reports a row that could not be parsed.
  void add_bad(ProblemKind kind, std::string message, Place place);

  std::size_t size() const { return words_.size(); }
  std::size_t dimension() const { return matrix_.columns(); }

  // A row already added, to be changed before finish().
  std::span<float> row(std::size_t row) {
    return matrix_.values().subspan(row * matrix_.columns(), matrix_.columns());
  }

  std::uint64_t rows_seen() const { return rows_seen_; }
  ProblemLog& log() { return log_; }

  [[nodiscard]] ReadResult finish(VectorFormat format, Compression compression);

 private:
  const ReadOptions& options_;
  ProblemLog log_;
  Vocabulary words_;
  Matrix matrix_;
  std::uint64_t rows_seen_ = 0;  // good and bad ones: what a header's count is held against
};

[[nodiscard]] ReadResult read_text_vectors(PeekedInput& input, VectorFormat format,
                                           const ReadOptions& options);
[[nodiscard]] ReadResult read_word2vec_binary(PeekedInput& input, const ReadOptions& options);
[[nodiscard]] ReadResult read_fasttext_bin(PeekedInput& input, const ReadOptions& options);
[[nodiscard]] ReadResult read_finalfusion(PeekedInput& input, const ReadOptions& options);
// Of a directory (static_model.cc).
[[nodiscard]] ReadResult read_static_model(const std::string& directory,
                                           const ReadOptions& options);
[[nodiscard]] ReadResult read_native(const std::string& path, const ReadOptions& options);

// The format of what `input` holds, from its first bytes; throws if they fit none.
[[nodiscard]] VectorFormat recognise_format(PeekedInput& input);

}  // namespace oovec::inline vectors
