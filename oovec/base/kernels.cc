// Compiled once per instruction set: foreach_target.h includes this very file again for each, with
// HWY_NAMESPACE naming the one in turn; the functions at the end pick one when the program runs.
#include "oovec/base/kernels.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "oovec/base/kernels.cc"
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

#include <hwy/cache_control.h>
#include "oovec/base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace oovec::inline base {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Four sums run side by side to hide the latency of addition; what is left is taken as above.
float dot(const float* a, const float* b, std::size_t n) {
  const auto add_products = [=](auto tag, std::size_t i, auto sum) HWY_ATTR {
    return hn::MulAdd(hn::LoadU(tag, a + i), hn::LoadU(tag, b + i), sum);
  };
  const Whole whole;
  const std::size_t lanes = hn::Lanes(whole);
  auto sum0 = hn::Zero(whole), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  std::size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    sum0 = add_products(whole, i, sum0);
    sum1 = add_products(whole, i + lanes, sum1);
    sum2 = add_products(whole, i + 2 * lanes, sum2);
    sum3 = add_products(whole, i + 3 * lanes, sum3);
  }
  for (; i + lanes <= n; i += lanes) sum0 = add_products(whole, i, sum0);
  const auto sum_of_whole = hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3));

  auto sum_of_four = hn::Zero(Four());
  for (; i + hn::Lanes(Four()) <= n; i += hn::Lanes(Four()))
    sum_of_four = add_products(Four(), i, sum_of_four);

  float sum = hn::GetLane(hn::SumOfLanes(whole, sum_of_whole)) +
              hn::GetLane(hn::SumOfLanes(Four(), sum_of_four));
  for (; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

void axpy(float a, const float* x, float* y, std::size_t n) {
  for_each_vector(n, [=](auto tag, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::MulAdd(hn::Set(tag, a), hn::LoadU(tag, x + i), hn::LoadU(tag, y + i)), tag,
               y + i);
  });
}

void scaled_add(float a, const float* x, float b, float* y, std::size_t n) {
  for_each_vector(n, [=](auto tag, std::size_t i) HWY_ATTR {
    const auto scaled = hn::Mul(hn::Set(tag, b), hn::LoadU(tag, y + i));
    hn::StoreU(hn::MulAdd(hn::Set(tag, a), hn::LoadU(tag, x + i), scaled), tag, y + i);
  });
}

// Four rows at a time, so that x is loaded once for all of them.
void multiply(const float* matrix, const float* x, float* y, std::size_t rows, std::size_t n) {
  std::size_t r = 0;
  for (; r + 4 <= rows; r += 4) {
    const float* a = matrix + r * n;
    float sums[4] = {};
    const auto add_products = [&](auto tag, std::size_t begin) HWY_ATTR {
      const auto product = [&](std::size_t row, std::size_t i, auto sum) HWY_ATTR {
        return hn::MulAdd(hn::LoadU(tag, a + row * n + i), hn::LoadU(tag, x + i), sum);
      };
      auto sum0 = hn::Zero(tag), sum1 = sum0, sum2 = sum0, sum3 = sum0;
      std::size_t i = begin;
      for (; i + hn::Lanes(tag) <= n; i += hn::Lanes(tag)) {
        sum0 = product(0, i, sum0);
        sum1 = product(1, i, sum1);
        sum2 = product(2, i, sum2);
        sum3 = product(3, i, sum3);
      }
      if (i == begin) return i;
      sums[0] += hn::GetLane(hn::SumOfLanes(tag, sum0));
      sums[1] += hn::GetLane(hn::SumOfLanes(tag, sum1));
      sums[2] += hn::GetLane(hn::SumOfLanes(tag, sum2));
      sums[3] += hn::GetLane(hn::SumOfLanes(tag, sum3));
      return i;
    };
    add_products(One(), add_products(Four(), add_products(Whole(), 0)));
    std::copy_n(sums, 4, y + r);
  }
  for (; r < rows; ++r) y[r] = dot(matrix + r * n, x, n);
}

void add_outer_product(float a, const float* x, const float* y, float* matrix, std::size_t rows,
                       std::size_t n) {
  for (std::size_t r = 0; r < rows; ++r) axpy(a * x[r], y, matrix + r * n, n);
}

// Asks for the cache lines of a row ahead of time: rows lie all over memory.
HWY_INLINE void prefetch(const float* row, std::size_t n) {
  constexpr std::size_t line = 64 / sizeof(float);
  for (std::size_t i = 0; i < n; i += line) hwy::Prefetch(row + i);
}

// Four rows per visit of `sum`, added in their order: the same bits as row by row, at a quarter of
// the loads and stores. add(sum, position, x) adds numbers x of row(position).
template <class Row, class Add>
HWY_INLINE void sum_rows(std::size_t count, const Row& row, float* sum, std::size_t n,
                         const Add& add) {
  std::size_t r = 0;
  for (; r + 4 <= count; r += 4) {
    for (std::size_t next = r + 4; next < std::min(r + 8, count); ++next) prefetch(row(next), n);
    const float *a = row(r), *b = row(r + 1), *c = row(r + 2), *d = row(r + 3);
    for_each_vector(n, [=](auto tag, std::size_t i) HWY_ATTR {
      auto total = hn::LoadU(tag, sum + i);
      total = add(tag, total, r, hn::LoadU(tag, a + i));
      total = add(tag, total, r + 1, hn::LoadU(tag, b + i));
      total = add(tag, total, r + 2, hn::LoadU(tag, c + i));
      total = add(tag, total, r + 3, hn::LoadU(tag, d + i));
      hn::StoreU(total, tag, sum + i);
    });
  }
  for (; r < count; ++r) {
    const float* a = row(r);
    for_each_vector(n, [=](auto tag, std::size_t i) HWY_ATTR {
      hn::StoreU(add(tag, hn::LoadU(tag, sum + i), r, hn::LoadU(tag, a + i)), tag, sum + i);
    });
  }
}

void add_all(const float* const* rows, std::size_t count, float* sum, std::size_t n) {
  sum_rows(
      count, [=](std::size_t position) { return rows[position]; }, sum, n,
      [](auto, auto total, std::size_t, auto x) HWY_ATTR { return hn::Add(total, x); });
}

void add_rows(const float* matrix, const std::uint32_t* rows, std::size_t count, float* sum,
              std::size_t n) {
  sum_rows(
      count, [=](std::size_t position) { return matrix + rows[position] * n; }, sum, n,
      [](auto, auto total, std::size_t, auto x) HWY_ATTR { return hn::Add(total, x); });
}

void add_weighted_rows(const float* matrix, const std::uint32_t* rows, std::size_t count,
                       const float* weights, float* sum, std::size_t n) {
  sum_rows(
      count, [=](std::size_t position) { return matrix + rows[position] * n; }, sum, n,
      [=](auto tag, auto total, std::size_t position, auto x)
          HWY_ATTR { return hn::MulAdd(hn::Set(tag, weights[position]), x, total); });
}

}  // namespace HWY_NAMESPACE
}  // namespace oovec::inline base
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace oovec::inline base {
namespace {
HWY_EXPORT(dot);
HWY_EXPORT(axpy);
HWY_EXPORT(scaled_add);
HWY_EXPORT(multiply);
HWY_EXPORT(add_outer_product);
HWY_EXPORT(add_all);
HWY_EXPORT(add_rows);
HWY_EXPORT(add_weighted_rows);
}  // namespace

float dot(std::span<const float> a, std::span<const float> b) {
  assert(a.size() == b.size());
  return HWY_DYNAMIC_DISPATCH(dot)(a.data(), b.data(), a.size());
}

float squared_norm(std::span<const float> a) { return dot(a, a); }

std::optional<float> cosine(std::span<const float> a, std::span<const float> b) {
  constexpr float tiny = 1e-30F, huge = 1e30F;  // beyond them squares lose digits, or overflow
  const float first = squared_norm(a), second = squared_norm(b);
  if (first > tiny && first < huge && second > tiny && second < huge)
    return dot(a, b) / (std::sqrt(first) * std::sqrt(second));
  double product = 0;
  for (std::size_t i = 0; i < a.size(); ++i) product += static_cast<double>(a[i]) * b[i];
  const double norms = length_of(a) * length_of(b);
  if (!(norms > 0) || !std::isfinite(norms)) return std::nullopt;
  return static_cast<float>(product / norms);
}

void axpy(float a, std::span<const float> x, std::span<float> y) {
  assert(x.size() == y.size());
  HWY_DYNAMIC_DISPATCH(axpy)(a, x.data(), y.data(), y.size());
}

void scaled_add(float a, std::span<const float> x, float b, std::span<float> y) {
  assert(x.size() == y.size());
  HWY_DYNAMIC_DISPATCH(scaled_add)(a, x.data(), b, y.data(), y.size());
}

void multiply(std::span<const float> matrix, std::span<const float> x, std::span<float> y) {
  assert(matrix.size() == x.size() * y.size());
  HWY_DYNAMIC_DISPATCH(multiply)(matrix.data(), x.data(), y.data(), y.size(), x.size());
}

void add_outer_product(float a, std::span<const float> x, std::span<const float> y,
                       std::span<float> matrix) {
  assert(matrix.size() == x.size() * y.size());
  HWY_DYNAMIC_DISPATCH(add_outer_product)
  (a, x.data(), y.data(), matrix.data(), x.size(), y.size());
}

void add_all(std::span<const float* const> rows, std::span<float> sum) {
  HWY_DYNAMIC_DISPATCH(add_all)(rows.data(), rows.size(), sum.data(), sum.size());
}

void add_rows(const float* matrix, std::span<const std::uint32_t> rows, std::span<float> sum) {
  HWY_DYNAMIC_DISPATCH(add_rows)(matrix, rows.data(), rows.size(), sum.data(), sum.size());
}

void add_weighted_rows(const float* matrix, std::span<const std::uint32_t> rows,
                       std::span<const float> weights, std::span<float> sum) {
  assert(rows.size() == weights.size());
  HWY_DYNAMIC_DISPATCH(add_weighted_rows)
  (matrix, rows.data(), rows.size(), weights.data(), sum.data(), sum.size());
}

}  // namespace oovec::inline base
#endif  // HWY_ONCE
