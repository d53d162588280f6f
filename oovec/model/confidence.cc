#include "oovec/model/confidence.h"

#include <algorithm>
#include <cmath>

#include "oovec/base/cholesky.h"
#include "oovec/base/kernels.h"
#include "oovec/model/model.h"

namespace oovec::inline model {
namespace {

constexpr std::size_t feature_count = Confidence::features;
constexpr std::size_t fewest_examples = 60;

// Keeps the equations solvable where a feature is constant; too small to matter otherwise.
constexpr double ridge = 1e-4;

using Features = std::array<double, feature_count>;

std::size_t case_of(const Inference& inference) {
  if (inference.context.empty()) return 0;
  return inference.form.empty() ? 1 : 2;
}

// The strength tells, since a model that minimises squared error shortens what it is unsure of.
Features features_of(const Inference& inference, std::uint64_t most_words) {
  const double amount =
      std::log1p(static_cast<double>(std::min(inference.context_words, most_words)));
  const double known = inference.known_ngrams, agreement = inference.agreement.value_or(0),
               strength = inference.strength;
  return {1,
          known,
          amount,
          agreement,
          inference.alpha,
          strength,
          strength * amount,
          known * amount,
          agreement * amount,
          amount * amount,
          strength * strength,
          amount * amount * amount};
}

// XᵀX·β = Xᵀy, accumulated example by example.
struct NormalEquations {
  explicit NormalEquations(std::size_t features)
      : size(features), matrix(size * size), right(size) {}

  std::size_t size;
  std::vector<double> matrix, right;
  std::size_t examples = 0;

  void add(const Features& x, double y) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) matrix[i * size + j] += x[i] * x[j];
      right[i] += x[i] * y;
    }
    ++examples;
  }

  // Nothing unless all features were finite: the ridge keeps the matrix positive definite.
  std::optional<Confidence::Coefficients> solve() {
    for (std::size_t i = 0; i < size; ++i)
      matrix[i * (size + 1)] += ridge * static_cast<double>(examples);
    if (!solve_positive_definite(size, matrix, right)) return std::nullopt;
    Confidence::Coefficients solution{};
    std::copy(right.begin(), right.end(), solution.begin());
    return solution;
  }
};

}  // namespace

Confidence Confidence::fit(std::span<const Inference> inferences, std::span<const float> cosines,
                           Shape shape) {
  Confidence confidence;
  confidence.shape = shape;
  std::vector<NormalEquations> equations(cases, NormalEquations(confidence.used_features()));
  for (std::size_t i = 0; i < inferences.size(); ++i)
    equations[case_of(inferences[i])].add(features_of(inferences[i], confidence.most_words),
                                          cosines[i]);
  if (shape == Shape::curved) {
    confidence.most_words = 0;
    for (const Inference& inference : inferences)
      confidence.most_words = std::max(confidence.most_words, inference.context_words);
  }
  for (std::size_t c = 0; c < cases; ++c)
    if (equations[c].examples >= fewest_examples) confidence.coefficients[c] = equations[c].solve();
  return confidence;
}

std::optional<float> Confidence::of(const Inference& inference) const {
  const std::optional<Coefficients>& known = coefficients[case_of(inference)];
  if (!known) return std::nullopt;
  const Features x = features_of(inference, most_words);
  double sum = 0;
  for (std::size_t i = 0; i < used_features(); ++i) sum += (*known)[i] * x[i];
  return static_cast<float>(std::clamp(sum, 0.0, 1.0));
}

}  // namespace oovec::inline model
