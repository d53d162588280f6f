// The inner loops, vectorised with Highway. The instruction set (AVX-512, AVX2, SSE4, …) is chosen
// when the program runs, so one binary is fast everywhere. Sums are taken in an order that depends
// on the instruction set but never on threads: the same machine always gives the same bits.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace oovec::inline base {

// Σ a[i]·b[i]
[[nodiscard]] float dot(std::span<const float> a, std::span<const float> b);

// Σ a[i]²
[[nodiscard]] float squared_norm(std::span<const float> a);

// a·b / (|a|·|b|), or nothing if either has no direction: zeros, NaN or infinities
[[nodiscard]] std::optional<float> cosine(std::span<const float> a, std::span<const float> b);

// y += a·x
void axpy(float a, std::span<const float> x, std::span<float> y);

// y = a·x + b·y
void scaled_add(float a, std::span<const float> x, float b, std::span<float> y);

// y = M·x, the matrix stored row by row
void multiply(std::span<const float> matrix, std::span<const float> x, std::span<float> y);

// M += a·x·yᵀ
void add_outer_product(float a, std::span<const float> x, std::span<const float> y,
                       std::span<float> matrix);

// sum += Σ rows, each of sum.size() numbers
void add_all(std::span<const float* const> rows, std::span<float> sum);

// sum += Σ matrix[row] over the given rows of a row-major matrix with sum.size() columns
void add_rows(const float* matrix, std::span<const std::uint32_t> rows, std::span<float> sum);

// sum += Σ weights[i]·matrix[rows[i]]
void add_weighted_rows(const float* matrix, std::span<const std::uint32_t> rows,
                       std::span<const float> weights, std::span<float> sum);

// Some of these in double, plainly: for gradient checks and for least squares.
[[nodiscard]] inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
[[nodiscard]] inline double squared_norm(std::span<const double> a) { return dot(a, a); }
// |a|, of numbers whose squares floats cannot hold, too.
[[nodiscard]] inline double length_of(std::span<const float> a) {
  double squares[4] = {};  // side by side, to hide the latency of addition
  std::size_t i = 0;
  for (; i + 4 <= a.size(); i += 4)
    for (std::size_t j = 0; j < 4; ++j) squares[j] += static_cast<double>(a[i + j]) * a[i + j];
  for (; i < a.size(); ++i) squares[0] += static_cast<double>(a[i]) * a[i];
  return std::sqrt((squares[0] + squares[1]) + (squares[2] + squares[3]));
}
[[nodiscard]] inline std::optional<double> cosine(std::span<const double> a,
                                                  std::span<const double> b) {
  const double norms = std::sqrt(dot(a, a) * dot(b, b));
  if (!(norms > 0) || !std::isfinite(norms)) return std::nullopt;
  return dot(a, b) / norms;
}
inline void axpy(double a, std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += a * x[i];
}
inline void multiply(std::span<const double> matrix, std::span<const double> x,
                     std::span<double> y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = dot(matrix.subspan(i * x.size(), x.size()), x);
}
inline void add_outer_product(double a, std::span<const double> x, std::span<const double> y,
                              std::span<double> matrix) {
  for (std::size_t i = 0; i < x.size(); ++i)
    axpy(a * x[i], y, matrix.subspan(i * y.size(), y.size()));
}

}  // namespace oovec::inline base
