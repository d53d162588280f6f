#include "oovec/vectors/matrix.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "oovec/base/checked.h"

namespace oovec::inline vectors {

void Matrix::append(std::span<const float> values) {
  if (values.empty()) return;
  const std::size_t needed = checked_add(used_, values.size());
  if (needed > capacity_) reserve(std::max(needed, capacity_ + capacity_ / 2));
  std::memcpy(data_.get() + used_, values.data(), values.size_bytes());
  used_ = needed;
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
