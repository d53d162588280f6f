#include "oovec/model/confidence.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

using Diagnostics = std::array<double, Confidence::diagnostics>;

// The strength is informative, since a model that minimises squared error shortens what it is
// unsure of.
Diagnostics diagnostics_of(const Inference& inference, std::uint64_t most_words) {
  return {inference.known_ngrams,
          std::log1p(static_cast<double>(std::min(inference.context_words, most_words))),
          inference.agreement.value_or(0), inference.alpha, inference.strength};
}

Features features_of(const Diagnostics& diagnostics) {
  const auto [known, amount, agreement, alpha, strength] = diagnostics;
  return {1,
          known,
          amount,
          agreement,
          alpha,
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

// Between what numbers diagnostics lie.
struct Spans {
  Spans() {
    bounds.low.fill(std::numeric_limits<float>::max());
    bounds.high.fill(std::numeric_limits<float>::lowest());
  }

  void add(const Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < diagnostics.size(); ++i) {
      bounds.low[i] = std::min(bounds.low[i], static_cast<float>(diagnostics[i]));
      bounds.high[i] = std::max(bounds.high[i], static_cast<float>(diagnostics[i]));
    }
  }

  Confidence::Bounds bounds;
};

}  // namespace

Confidence Confidence::fit(std::span<const Inference> inferences, std::span<const float> cosines,
                           Shape shape) {
  Confidence confidence;
  confidence.shape = shape;
  std::vector<NormalEquations> equations(cases, NormalEquations(confidence.used_features()));
  std::vector<Spans> spans(cases);
  for (std::size_t i = 0; i < inferences.size(); ++i) {
    const Diagnostics facts = diagnostics_of(inferences[i], confidence.most_words);
    equations[case_of(inferences[i])].add(features_of(facts), cosines[i]);
    spans[case_of(inferences[i])].add(facts);
  }
  if (shape == Shape::curved) {
    confidence.most_words = 0;
    for (const Inference& inference : inferences)
      confidence.most_words = std::max(confidence.most_words, inference.context_words);
  }
  for (std::size_t c = 0; c < cases; ++c)
    if (equations[c].examples >= fewest_examples) {
      confidence.coefficients[c] = equations[c].solve();
      if (confidence.coefficients[c]) confidence.bounds[c] = spans[c].bounds;
    }
  return confidence;
}

std::optional<float> Confidence::of(const Inference& inference) const {
  const std::size_t which = case_of(inference);
  const std::optional<Coefficients>& known = coefficients[which];
  if (!known) return std::nullopt;
  Diagnostics facts = diagnostics_of(inference, most_words);
  if (const std::optional<Bounds>& fitted = bounds[which])
    for (std::size_t i = 0; i < facts.size(); ++i)
      facts[i] = std::clamp<double>(facts[i], fitted->low[i], fitted->high[i]);
  const Features x = features_of(facts);
  double sum = 0;
  for (std::size_t i = 0; i < used_features(); ++i) sum += (*known)[i] * x[i];
  if (!std::isfinite(sum)) return std::nullopt;
  return static_cast<float>(std::clamp(sum, 0.0, 1.0));
}

}  // namespace oovec::inline model
