// How the form of a word and its contexts make one vector (§3 of the paper), forward and backward.
//
//   ĉ = A·c                        the context embedding, c being the mean of the context words
//   v = α·ĉ + (1 − α)·f            f is the surface-form embedding
//
//   single         α = σ(b)
//   gated          α = σ(wᵀ[c ∘ f] + b)
//
// and what the paper tried and dropped, W being k × 2k:
//
//   mlp            α = σ(uᵀh + u₀),  h = tanh(W[c ∘ f] + b)
//   componentwise  α = σ(W[c ∘ f] + b), a share for each component of v
//   iterative      α₁ as gated,  αₜ₊₁ = σ(wᵀ[c ∘ f] + b + uᵀvₜ), vₜ being composed with αₜ
//
// Without a context α is 0 and v = f, without a form α is 1 and v = ĉ; the context and surface-form
// models have only the one or the other. Written for float, and for double so that gradients can be
// checked against differences. k is the dimension; matrices are stored row by row.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "oovec/base/kernels.h"

namespace oovec::inline model {

enum class Composition { gated, single, context, form, mlp, componentwise, iterative };

constexpr auto enum_names(Composition) {
  return std::array<std::string_view, 7>{"gated", "single",        "context",  "form",
                                         "mlp",   "componentwise", "iterative"};
}

[[nodiscard]] constexpr bool uses_form(Composition composition) {
  return composition != Composition::context;
}
[[nodiscard]] constexpr bool uses_context(Composition composition) {
  return composition != Composition::form;
}

// How often an iterative model computes α.
constexpr std::size_t iterations = 3;

// What is learned beside the n-grams; also the shape of its gradient.
template <class Real>
struct Weights {
  std::vector<Real> transform;  // A, k × k
  std::vector<Real> gate;       // w, 2k: k for c, k for f; or k rows of that, W
  std::vector<Real> bias;       // b, one for each row of the gate
  std::vector<Real> second;     // mlp: u and u₀; iterative: u; else empty

  explicit Weights(std::size_t k, Composition composition = Composition::gated)
      : transform(k * k),
        gate(gate_rows(composition, k) * 2 * k),
        bias(gate_rows(composition, k)),
        second(second_size(composition, k)) {}

  std::size_t dimension() const { return gate.size() / bias.size() / 2; }

  [[nodiscard]] static std::size_t gate_rows(Composition composition, std::size_t k) {
    const bool is_matrix =
        composition == Composition::mlp || composition == Composition::componentwise;
    return is_matrix ? k : 1;
  }
  [[nodiscard]] static std::size_t second_size(Composition composition, std::size_t k) {
    if (composition == Composition::mlp) return k + 1;
    return composition == Composition::iterative ? k : 0;
  }
};

// c and f; an empty span where the word has no context or no form.
template <class Real>
struct Evidence {
  std::span<const Real> context;
  std::span<const Real> form;
};

// Results of forward(), which backward() needs again.
template <class Real>
struct Composed {
  std::vector<Real> projected;  // ĉ, of any value without context
  std::vector<Real> vector;     // v
  Real alpha = 0;               // componentwise: the mean of all
  std::vector<Real> steps;      // mlp: h; componentwise: α; iterative: all αₜ

  explicit Composed(std::size_t k) : projected(k), vector(k) {}
};

template <class Real>
[[nodiscard]] Real sigmoid(Real z) {
  return 1 / (1 + std::exp(-z));
}

// W[c ∘ f] + b, or wᵀ[c ∘ f] + b.
template <class Real>
void apply_gate(const Weights<Real>& weights, const Evidence<Real>& evidence,
                std::span<Real> result) {
  const std::size_t k = evidence.context.size();
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto row = std::span<const Real>(weights.gate).subspan(i * 2 * k, 2 * k);
    result[i] =
        weights.bias[i] + (dot(row.first(k), evidence.context) + dot(row.last(k), evidence.form));
  }
}

// v from α, ĉ and f.
template <class Real>
void mix(Real alpha, std::span<const Real> projected, std::span<const Real> form,
         std::span<Real> vector) {
  for (std::size_t i = 0; i < vector.size(); ++i)
    vector[i] = alpha * projected[i] + (1 - alpha) * form[i];
}

// α of a word that has both context and form, and what leads to it.
template <class Real>
void compute_alpha(Composition composition, const Weights<Real>& weights,
                   const Evidence<Real>& evidence, Composed<Real>& result) {
  const std::size_t k = evidence.form.size();
  const std::span<const Real> second = weights.second;
  if (composition == Composition::single) {
    result.alpha = sigmoid(weights.bias[0]);
    return;
  }
  if (composition == Composition::gated || composition == Composition::iterative) {
    Real z = 0;
    apply_gate(weights, evidence, std::span(&z, 1));
    result.alpha = sigmoid(z);
    if (composition == Composition::gated) return;
    result.steps.assign(1, result.alpha);
    const Real by_form = dot(second, evidence.form);
    const Real by_context = dot(second, std::span<const Real>(result.projected));
    for (std::size_t i = 1; i < iterations; ++i) {
      result.alpha = sigmoid(z + result.alpha * by_context + (1 - result.alpha) * by_form);
      result.steps.push_back(result.alpha);
    }
    return;
  }
  result.steps.resize(k);
  apply_gate(weights, evidence, std::span(result.steps));
  if (composition == Composition::mlp) {
    for (Real& unit : result.steps) unit = std::tanh(unit);
    result.alpha = sigmoid(second[k] + dot(second.first(k), std::span<const Real>(result.steps)));
  } else {
    Real sum = 0;
    for (Real& share : result.steps) sum += share = sigmoid(share);
    result.alpha = sum / static_cast<Real>(k);
  }
}

// α and v from ĉ, which `result` must hold if there is a context. Context or form must be there,
// and be used by the composition.
template <class Real>
void compose(Composition composition, const Weights<Real>& weights, const Evidence<Real>& evidence,
             Composed<Real>& result) {
  if (evidence.context.empty() || composition == Composition::form) {
    result.alpha = 0;
    std::copy(evidence.form.begin(), evidence.form.end(), result.vector.begin());
  } else if (evidence.form.empty() || composition == Composition::context) {
    result.alpha = 1;
    result.vector = result.projected;
  } else {
    compute_alpha(composition, weights, evidence, result);
    if (composition == Composition::componentwise) {
      for (std::size_t i = 0; i < result.vector.size(); ++i)
        result.vector[i] =
            result.steps[i] * result.projected[i] + (1 - result.steps[i]) * evidence.form[i];
    } else {
      mix<Real>(result.alpha, result.projected, evidence.form, result.vector);
    }
  }
}

template <class Real>
void forward(Composition composition, const Weights<Real>& weights, const Evidence<Real>& evidence,
             Composed<Real>& result) {
  if (!evidence.context.empty() && uses_context(composition))
    multiply(weights.transform, evidence.context, result.projected);
  compose(composition, weights, evidence, result);
}

// Given ∂L/∂z of the gate's z = W[c ∘ f] + b, adds its share to ∂L/∂W, ∂L/∂b and ∂L/∂f.
template <class Real>
void gate_backward(const Weights<Real>& weights, const Evidence<Real>& evidence,
                   std::span<const Real> by_z, Weights<Real>& gradient,
                   std::span<Real> form_gradient) {
  const std::size_t k = evidence.context.size();
  for (std::size_t i = 0; i < by_z.size(); ++i) {
    const auto row = std::span(gradient.gate).subspan(i * 2 * k, 2 * k);
    axpy(by_z[i], evidence.context, row.first(k));
    axpy(by_z[i], evidence.form, row.last(k));
    axpy(by_z[i], std::span<const Real>(weights.gate).subspan(i * 2 * k + k, k), form_gradient);
    gradient.bias[i] += by_z[i];
  }
}

// The share of ∂L/∂αₜ that goes through all iterations; `by_alpha` is ∂L/∂α of the last. Returns
// ∂L/∂z of the gate, adds the rest to ∂L/∂u and ∂L/∂f, and to ∂L/∂ĉ.
template <class Real>
[[nodiscard]] Real iterations_backward(Real by_alpha, const Weights<Real>& weights,
                                       const Evidence<Real>& evidence, const Composed<Real>& result,
                                       Weights<Real>& gradient, std::span<Real> form_gradient,
                                       std::span<Real> projected_gradient) {
  const std::span<const Real> u = weights.second, projected = result.projected;
  const Real slope = dot(u, projected) - dot(u, evidence.form);
  Real by_gate = 0, by_context = 0, by_form = 0;  // of z, uᵀĉ and uᵀf
  for (std::size_t i = iterations; i-- > 0;) {
    const Real by_z = result.steps[i] * (1 - result.steps[i]) * by_alpha;
    by_gate += by_z;
    if (i == 0) break;
    by_context += by_z * result.steps[i - 1];
    by_form += by_z * (1 - result.steps[i - 1]);
    by_alpha = by_z * slope;
  }
  axpy(by_context, projected, std::span(gradient.second));
  axpy(by_form, evidence.form, std::span(gradient.second));
  axpy(by_context, u, projected_gradient);
  axpy(by_form, u, form_gradient);
  return by_gate;
}

// Given ∂L/∂v, adds ∂L/∂A and that of the other weights to `gradient` and sets form_gradient to
// ∂L/∂f. Of the gated model:
//
//   ∂L/∂A += α·∂L/∂v·cᵀ        ∂L/∂f = (1 − α)·∂L/∂v + ∂L/∂z·w_f
//   ∂L/∂z  = α(1 − α)·∂L/∂v·(ĉ − f)     ∂L/∂w += ∂L/∂z·[c ∘ f]     ∂L/∂b += ∂L/∂z
template <class Real>
void backward(Composition composition, const Weights<Real>& weights, const Evidence<Real>& evidence,
              const Composed<Real>& result, std::span<const Real> vector_gradient,
              Weights<Real>& gradient, std::span<Real> form_gradient) {
  const std::size_t k = vector_gradient.size();
  const Real alpha = result.alpha;
  const std::span<const Real> projected = result.projected, steps = result.steps;

  if (composition == Composition::componentwise && alpha > 0 && alpha < 1) {
    std::vector<Real> by_projected(k), by_z(k);
    for (std::size_t i = 0; i < k; ++i) {
      by_projected[i] = steps[i] * vector_gradient[i];
      form_gradient[i] = (1 - steps[i]) * vector_gradient[i];
      by_z[i] = (1 - steps[i]) * by_projected[i] * (projected[i] - evidence.form[i]);
    }
    add_outer_product(Real{1}, std::span<const Real>(by_projected), evidence.context,
                      gradient.transform);
    gate_backward<Real>(weights, evidence, by_z, gradient, form_gradient);
    return;
  }

  for (std::size_t i = 0; i < k; ++i) form_gradient[i] = (1 - alpha) * vector_gradient[i];
  if (alpha == 0) return;
  if (composition == Composition::iterative && alpha < 1) {
    std::vector<Real> by_projected(k);
    axpy(alpha, vector_gradient, std::span(by_projected));
    const Real by_alpha = dot(vector_gradient, projected) - dot(vector_gradient, evidence.form);
    const Real by_z = iterations_backward<Real>(by_alpha, weights, evidence, result, gradient,
                                                form_gradient, by_projected);
    add_outer_product(Real{1}, std::span<const Real>(by_projected), evidence.context,
                      gradient.transform);
    gate_backward<Real>(weights, evidence, {&by_z, 1}, gradient, form_gradient);
    return;
  }

  add_outer_product(alpha, vector_gradient, evidence.context, gradient.transform);
  if (alpha == 1) return;
  const Real by_alpha = dot(vector_gradient, projected) - dot(vector_gradient, evidence.form);
  const Real by_z = alpha * (1 - alpha) * by_alpha;
  if (composition == Composition::single) {
    gradient.bias[0] += by_z;
  } else if (composition == Composition::gated) {
    gate_backward<Real>(weights, evidence, {&by_z, 1}, gradient, form_gradient);
  } else {
    axpy(by_z, steps, std::span(gradient.second).first(k));
    gradient.second[k] += by_z;
    std::vector<Real> by_units(k);
    for (std::size_t i = 0; i < k; ++i)
      by_units[i] = by_z * weights.second[i] * (1 - steps[i] * steps[i]);
    gate_backward<Real>(weights, evidence, by_units, gradient, form_gradient);
  }
}

}  // namespace oovec::inline model
