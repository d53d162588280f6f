#include "oovec/train/least_squares.h"

#include <algorithm>
#include <utility>

#include "oovec/base/cholesky.h"
#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"

namespace oovec::inline train {

void LeastSquares::add(double weight, std::span<const double> x, std::span<const double> y) {
  add_outer_product(weight, x, x, gram_);
  add_outer_product(weight, y, x, right_);
}

void LeastSquares::add(const LeastSquares& other) {
  axpy(1, other.gram_, gram_);
  axpy(1, other.right_, right_);
}

std::optional<std::vector<float>> LeastSquares::solve() const {
  std::vector<double> gram = gram_, solution = right_;
  if (!solve_positive_definite(inputs_, gram, solution)) return std::nullopt;
  return std::vector<float>(solution.begin(), solution.end());
}

LeastSquares add_up_equations(
    int threads, std::size_t count, std::size_t inputs, std::size_t outputs,
    const std::function<void(std::size_t, std::size_t, LeastSquares&)>& add_range) {
  constexpr std::size_t at_once = 1024;
  LeastSquares all(inputs, outputs);
  std::size_t next = 0;
  const std::function<std::optional<std::size_t>()> produce = [&]() -> std::optional<std::size_t> {
    if (next >= count) return std::nullopt;
    return std::exchange(next, next + at_once);
  };
  const std::function<LeastSquares(std::size_t&)> work = [&](std::size_t& begin) {
    LeastSquares part(inputs, outputs);
    add_range(begin, std::min(begin + at_once, count), part);
    return part;
  };
  const std::function<void(LeastSquares&)> consume = [&](LeastSquares& part) { all.add(part); };
  ordered_pipeline(threads, produce, work, consume);
  return all;
}

}  // namespace oovec::inline train
