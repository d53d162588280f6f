#include "oovec/base/minimize.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "oovec/base/kernels.h"

namespace oovec::inline base {
namespace {

constexpr double least_gain = 1e-6;  // as a share of the value
constexpr double armijo = 1e-4;      // of the descent that the gradient promises
constexpr double longest_step = 2;   // at first, while nothing is known of the curvature
constexpr std::size_t most_halvings = 30;

using Values = std::vector<double>;

// H ← (I − ρ·s·yᵀ)·H·(I − ρ·y·sᵀ) + ρ·s·sᵀ, the inverse of the second derivatives
void update_inverse(const Values& s, const Values& y, Values& inverse) {
  const std::size_t n = s.size();
  const double sy = dot(std::span(s), y);
  if (!(sy > 0)) return;  // no curvature to learn from
  Values hy(n);
  multiply(inverse, y, hy);
  const double scale = (1 + dot(std::span(y), hy) / sy) / sy;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      inverse[i * n + j] += scale * s[i] * s[j] - (hy[i] * s[j] + s[i] * hy[j]) / sy;
}

}  // namespace

std::vector<double> minimize(const SmoothFunction& function, std::vector<double> x,
                             std::size_t steps) {
  const std::size_t n = x.size();
  Values gradient(n), next(n), next_gradient(n), direction(n), inverse(n * n);
  double value = function(x, gradient);
  const double slope = std::sqrt(dot(std::span(gradient), gradient));
  for (std::size_t i = 0; i < n; ++i)
    inverse[i * (n + 1)] = slope > longest_step ? longest_step / slope : 1;
  for (std::size_t step = 0; step < steps; ++step) {
    multiply(inverse, gradient, direction);
    const double descent = dot(std::span(gradient), direction);
    if (!(descent > 0)) break;
    double length = 1, next_value = 0;
    std::size_t halvings = 0;
    for (;; ++halvings, length /= 2) {
      if (halvings > most_halvings) return x;
      for (std::size_t i = 0; i < n; ++i) next[i] = x[i] - length * direction[i];
      next_value = function(next, next_gradient);
      if (next_value <= value - armijo * length * descent) break;
    }
    Values moved(n), bent(n);
    for (std::size_t i = 0; i < n; ++i) {
      moved[i] = next[i] - x[i];
      bent[i] = next_gradient[i] - gradient[i];
    }
    update_inverse(moved, bent, inverse);
    const double gain = value - next_value;
    std::swap(x, next);
    std::swap(gradient, next_gradient);
    value = next_value;
    if (gain <= least_gain * std::abs(value)) break;
  }
  return x;
}

}  // namespace oovec::inline base
