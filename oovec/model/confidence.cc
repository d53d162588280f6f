#include "oovec/model/confidence.h"

#include <algorithm>
#include <cmath>

#include "oovec/base/cholesky.h"
#include "oovec/base/kernels.h"
#include "oovec/model/model.h"

namespace oovec::inline model {
namespace {

constexpr std::size_t feature_count = Confidence::features;
constexpr std::size_t fewest_examples = 10 * feature_count;

// Keeps the equations solvable where a feature is constant; too small to matter otherwise.
constexpr double ridge = 1e-4;

using Features = std::array<double, feature_count>;

std::size_t case_of(const Inference& inference) {
  if (inference.context.empty()) return 0;
  return inference.form.empty() ? 1 : 2;
}

// The strength tells, since a model that minimises squared error shortens what it is unsure of.
Features features_of(const Inference& inference) {
  return {1,
          inference.known_ngrams,
          std::log1p(static_cast<double>(inference.context_words)),
          inference.agreement.value_or(0),
          inference.alpha,
          inference.strength};
}

// XᵀX·β = Xᵀy, accumulated example by example.
struct NormalEquations {
  std::array<double, feature_count * feature_count> matrix{};
  Features right{};
  std::size_t examples = 0;

  void add(const Features& x, double y) {
    for (std::size_t i = 0; i < feature_count; ++i) {
      for (std::size_t j = 0; j < feature_count; ++j) matrix[i * feature_count + j] += x[i] * x[j];
      right[i] += x[i] * y;
    }
    ++examples;
  }

  // Nothing unless all features were finite: the ridge keeps the matrix positive definite.
  std::optional<Confidence::Coefficients> solve() {
    for (std::size_t i = 0; i < feature_count; ++i)
      matrix[i * (feature_count + 1)] += ridge * static_cast<double>(examples);
    if (!solve_positive_definite(feature_count, matrix, right)) return std::nullopt;
    Confidence::Coefficients solution{};
    std::copy(right.begin(), right.end(), solution.begin());
    return solution;
  }
};

}  // namespace

Confidence Confidence::fit(std::span<const Inference> inferences, std::span<const float> cosines) {
  std::array<NormalEquations, cases> equations;
  for (std::size_t i = 0; i < inferences.size(); ++i)
    equations[case_of(inferences[i])].add(features_of(inferences[i]), cosines[i]);
  Confidence confidence;
  for (std::size_t c = 0; c < cases; ++c)
    if (equations[c].examples >= fewest_examples) confidence.coefficients[c] = equations[c].solve();
  return confidence;
}

std::optional<float> Confidence::of(const Inference& inference) const {
  const std::optional<Coefficients>& known = coefficients[case_of(inference)];
  if (!known) return std::nullopt;
  const Features x = features_of(inference);
  double sum = 0;
  for (std::size_t i = 0; i < feature_count; ++i) sum += (*known)[i] * x[i];
  return static_cast<float>(std::clamp(sum, 0.0, 1.0));
}

}  // namespace oovec::inline model
