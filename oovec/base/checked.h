// Size arithmetic that cannot wrap around. Sizes read from a file are hostile until proven
// otherwise; every sum and product of them goes through here.
#pragma once

#include <concepts>
#include <limits>

#include "oovec/base/error.h"

namespace oovec::inline base {

template <std::unsigned_integral T>
[[nodiscard]] T checked_add(T a, T b) {
  T sum{};
  if (__builtin_add_overflow(a, b, &sum))
    throw Error(ErrorKind::malformed,
                "a size overflows: the file announces more data than can exist");
  return sum;
}

template <std::unsigned_integral T>
[[nodiscard]] T checked_mul(T a, T b) {
  T product{};
  if (__builtin_mul_overflow(a, b, &product))
    throw Error(ErrorKind::malformed,
                "a size overflows: the file announces more data than can exist");
  return product;
}

}  // namespace oovec::inline base
