// A growing row-major float matrix. Growing does not copy: large blocks are re-mapped by the
// system's realloc, so reading a file of unknown length needs no more memory than its rows.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>

namespace oovec::inline vectors {

class Matrix {
 public:
  explicit Matrix(std::size_t columns) : columns_(columns) {}

  // Appends whole rows: values.size() must be a multiple of columns().
  void append(std::span<const float> values);

  // Makes room for that many rows, and has the system provide its pages now, on `threads` threads:
  // one by one, when they are first written to, they cost more than what is written.
  void reserve_rows(std::size_t rows, int threads);

  // Gives memory beyond the last row back to the system.
  void shrink_to_fit();

  std::size_t rows() const { return columns_ == 0 ? 0 : used_ / columns_; }
  std::size_t columns() const { return columns_; }
  std::span<const float> values() const { return {data_.get(), used_}; }
  std::span<float> values() { return {data_.get(), used_}; }

 private:
  struct Free {
    void operator()(float* p) const { std::free(p); }
  };
  void reserve(std::size_t values);

  std::size_t columns_;
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;
  std::unique_ptr<float[], Free> data_;
};

}  // namespace oovec::inline vectors
