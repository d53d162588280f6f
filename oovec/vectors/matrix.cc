#include "oovec/vectors/matrix.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

#include "oovec/base/checked.h"
#include "oovec/base/parallel.h"

namespace oovec::inline vectors {

void Matrix::append(std::span<const float> values) {
  if (values.empty()) return;
  const std::size_t needed = checked_add(used_, values.size());
  if (needed > capacity_) reserve(std::max(needed, capacity_ + capacity_ / 2));
  std::memcpy(data_.get() + used_, values.data(), values.size_bytes());
  used_ = needed;
}

void Matrix::reserve_rows(std::size_t rows, int threads) {
  const std::size_t needed = checked_mul(rows, columns_);
  if (needed <= capacity_) return;
  reserve(needed);
#ifdef MADV_POPULATE_WRITE
  constexpr std::size_t page = 4096, piece = 1024 * page;
  auto* const data = reinterpret_cast<std::byte*>(data_.get());
  const std::size_t begin = (page - reinterpret_cast<std::uintptr_t>(data) % page) % page;
  const std::size_t bytes = needed * sizeof(float);
  if (bytes < begin + page) return;
  const std::size_t end = begin + (bytes - begin) / page * page;
  // A system that cannot do it provides them as they are written to.
  parallel_for(threads, (end - begin + piece - 1) / piece, [&](std::size_t i) {
    const std::size_t start = begin + i * piece;
    (void)madvise(data + start, std::min(piece, end - start), MADV_POPULATE_WRITE);
  });
#else
  (void)threads;
#endif
}

void Matrix::shrink_to_fit() {
  if (used_ != capacity_ && used_ != 0) reserve(used_);
}

void Matrix::reserve(std::size_t values) {
  void* grown = std::realloc(data_.get(), checked_mul(values, sizeof(float)));
  if (!grown) throw std::bad_alloc();
  (void)data_.release();  // realloc has taken the old block over
  data_.reset(static_cast<float*>(grown));
  capacity_ = values;
}

}  // namespace oovec::inline vectors
