#include "oovec/base/minimize.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "oovec/base/kernels.h"

namespace oovec::inline base {
namespace {

constexpr double least_gain = 1e-6;  // as a share of the value
constexpr double armijo = 1e-4;      // of the descent that the gradient promises
constexpr double longest_step = 2;   // at first, while nothing is known of the curvature
constexpr std::size_t most_halvings = 30;

using Values = std::vector<double>;

// The inverse H of the second derivatives, as far as steps have shown it: s is how far they went, y
// by how much the gradient changed.
class AllCurvature {
 public:
  AllCurvature(std::size_t n, double scale) : inverse_(n * n) {
    for (std::size_t i = 0; i < n; ++i) inverse_[i * (n + 1)] = scale;
  }

  void multiply(const Values& gradient, Values& direction) const {
    oovec::multiply(inverse_, gradient, direction);
  }

  // H ← (I − ρ·s·yᵀ)·H·(I − ρ·y·sᵀ) + ρ·s·sᵀ
  void learn(const Values& s, const Values& y) {
    const std::size_t n = s.size();
    const double sy = dot(std::span(s), y);
    if (!(sy > 0)) return;  // no curvature to learn from
    Values hy(n);
    oovec::multiply(inverse_, y, hy);
    const double scale = (1 + dot(std::span(y), hy) / sy) / sy;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        inverse_[i * n + j] += scale * s[i] * s[j] - (hy[i] * s[j] + s[i] * hy[j]) / sy;
  }

 private:
  Values inverse_;
};

class RecentCurvature {
 public:
  RecentCurvature(std::size_t, double scale) : scale_(scale) {}

  void multiply(const Values& gradient, Values& direction) const {
    direction = gradient;
    Values along(steps_.size());
    for (std::size_t i = steps_.size(); i-- > 0;) {
      along[i] = dot(std::span(steps_[i].s), direction) / steps_[i].sy;
      axpy(-along[i], steps_[i].y, direction);
    }
    for (double& value : direction) value *= scale_;
    for (std::size_t i = 0; i < steps_.size(); ++i)
      axpy(along[i] - dot(std::span(steps_[i].y), direction) / steps_[i].sy, steps_[i].s,
           direction);
  }

  void learn(Values s, Values y) {
    constexpr std::size_t most_steps = 10;
    const double sy = dot(std::span(s), y);
    if (!(sy > 0)) return;  // no curvature to learn from
    scale_ = sy / squared_norm(y);
    if (steps_.size() == most_steps) steps_.pop_front();
    steps_.push_back({std::move(s), std::move(y), sy});
  }

 private:
  struct Step {
    Values s, y;
    double sy;
  };

  double scale_;
  std::deque<Step> steps_;
};

template <class Curvature>
Values descend(const SmoothFunction& function, Values x, std::size_t steps) {
  const std::size_t n = x.size();
  Values gradient(n), next(n), next_gradient(n), direction(n);
  double value = function(x, gradient);
  const double slope = std::sqrt(dot(std::span(gradient), gradient));
  Curvature curvature(n, slope > longest_step ? longest_step / slope : 1);
  for (std::size_t step = 0; step < steps; ++step) {
    curvature.multiply(gradient, direction);
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
    curvature.learn(std::move(moved), std::move(bent));
    const double gain = value - next_value;
    std::swap(x, next);
    std::swap(gradient, next_gradient);
    value = next_value;
    if (gain <= least_gain * std::abs(value)) break;
  }
  return x;
}

}  // namespace

std::vector<double> minimize(const SmoothFunction& function, std::vector<double> start,
                             std::size_t steps) {
  return descend<AllCurvature>(function, std::move(start), steps);
}

std::vector<double> minimize_many(const SmoothFunction& function, std::vector<double> start,
                                  std::size_t steps) {
  return descend<RecentCurvature>(function, std::move(start), steps);
}

}  // namespace oovec::inline base
