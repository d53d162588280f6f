// Rows of a matrix in a file, in fewer bytes than floats: halves, or whole numbers with a scale per
// row. A row is decoded when it is first asked for and then kept, so memory grows with the rows in
// use; the matrix is decoded as a whole only for those who ask for all of it. Not part of the
// public interface.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "oovec/io/tensor_file.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline vectors {

class PackedRows {
 public:
  // `bytes` and `scales` lie in `file` and fit `rows` and `dimension`; halves have no scales.
  PackedRows(std::shared_ptr<const TensorFile> file, RowType type, std::span<const std::byte> bytes,
             std::span<const float> scales, std::size_t rows, std::size_t dimension);

  RowType type() const { return type_; }
  std::size_t rows() const { return rows_; }

  // Verified, decoded and kept. Any number of threads may ask.
  std::span<const float> row(std::size_t row) const;

  // All rows, each decoded and kept.
  std::span<const float> all(int threads) const;

  // The matrix of kept rows; numbers of rows that have not been asked for are not set.
  std::span<const float> kept() const;

  // Decodes rows from `first` on into `floats`, as many as it holds, and keeps nothing. They must
  // have been verified.
  void decode(std::size_t first, std::span<float> floats) const;

  // Throws an Error(damaged) unless all is as it was written.
  void verify(int threads) const;

 private:
  enum class State : std::uint8_t { packed, busy, kept };

  void decode_row(std::size_t row, std::span<float> floats) const;

  std::shared_ptr<const TensorFile> file_;
  RowType type_;
  std::span<const std::byte> bytes_;
  std::span<const float> scales_;
  std::size_t dimension_;
  std::size_t rows_;
  mutable std::once_flag made_;  // room for the rows: not touched, it takes no memory
  mutable std::unique_ptr<float[]> floats_;
  mutable std::unique_ptr<std::atomic<State>[]> states_;
};

// What is stored of a matrix.
struct PackedMatrix {
  RowType type = RowType::float32;
  std::vector<std::uint16_t> halves;
  std::vector<std::int8_t> bytes;
  std::vector<float> scales;
};

// Rounds each number to the nearest that can be stored: to a half, or to a multiple of 1/127 of the
// largest in the row. Throws Error(unsupported) for numbers too large for a half.
[[nodiscard]] PackedMatrix pack_rows(std::span<const float> values, std::size_t dimension,
                                     RowType type, int threads);

}  // namespace oovec::inline vectors
