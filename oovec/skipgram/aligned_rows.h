// A float matrix whose rows begin at cache lines and are padded with zeros to whole cache lines, so
// that kernels need no special case for the last columns. Not part of the public interface.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>

#include "oovec/base/checked.h"

namespace oovec::inline skipgram {

class AlignedRows {
 public:
  static constexpr std::size_t line = 64 / sizeof(float);

  static constexpr std::size_t stride_for(std::size_t columns) {
    return (columns + line - 1) / line * line;
  }

  AlignedRows(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), stride_(stride_for(columns)) {
    const std::size_t bytes = checked_mul(checked_mul(rows, stride_), sizeof(float));
    values_.reset(static_cast<float*>(::operator new(bytes, alignment)));
    std::fill_n(values_.get(), rows * stride_, 0.0F);
  }

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::size_t stride() const { return stride_; }

  float* row(std::size_t i) { return values_.get() + i * stride_; }
  const float* row(std::size_t i) const { return values_.get() + i * stride_; }

  // Prefetches the row into the cache.
  void prefetch(std::size_t i) const {
    for (std::size_t at = 0; at < stride_; at += line) __builtin_prefetch(row(i) + at);
  }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(float* values) const { ::operator delete(values, alignment); }
  };

  std::size_t rows_, columns_, stride_;
  std::unique_ptr<float[], Free> values_;
};

}  // namespace oovec::inline skipgram
