#include "oovec/base/cholesky.h"

#include <cmath>

#include "oovec/base/kernels.h"

namespace oovec::inline base {
namespace {

using Row = std::span<double>;

// What may be left of a pivot that should be zero, as a share of the number it was taken from.
constexpr double rounding = 1e-12;

// Makes the lower triangle that of L in M = L·Lᵀ, row by row.
bool decompose(std::size_t size, std::span<double> matrix) {
  for (std::size_t i = 0; i < size; ++i) {
    const Row row = matrix.subspan(i * size, size);
    for (std::size_t j = 0; j < i; ++j) {
      const Row other = matrix.subspan(j * size, size);
      row[j] = (row[j] - dot(row.first(j), other.first(j))) / other[j];
    }
    const double pivot = row[i] - dot(row.first(i), row.first(i));
    if (!(pivot > rounding * row[i])) return false;
    row[i] = std::sqrt(pivot);
  }
  return true;
}

// L·y = b, then Lᵀ·x = y.
void substitute(std::size_t size, std::span<const double> lower, Row b) {
  for (std::size_t i = 0; i < size; ++i) {
    const auto row = lower.subspan(i * size, size);
    b[i] = (b[i] - dot(row.first(i), b.first(i))) / row[i];
  }
  for (std::size_t i = size; i-- > 0;) {
    const auto row = lower.subspan(i * size, size);
    b[i] /= row[i];
    axpy(-b[i], row.first(i), b.first(i));
  }
}

}  // namespace

bool solve_positive_definite(std::size_t size, std::span<double> matrix, std::span<double> right) {
  if (!decompose(size, matrix)) return false;
  for (std::size_t begin = 0; begin < right.size(); begin += size)
    substitute(size, matrix, right.subspan(begin, size));
  return true;
}

}  // namespace oovec::inline base
