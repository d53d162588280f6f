// How the form of a word and its contexts make one vector (§3 of the paper), forward and backward.
//
//   ĉ = A·c                        the context embedding, c being the mean of the context words
//   α = σ(b)                       single-parameter model
//   α = σ(wᵀ[c ∘ f] + b)           gated model; f is the surface-form embedding
//   v = α·ĉ + (1 − α)·f
//
// Without a context α is 0 and v = f, without a form α is 1 and v = ĉ; the context and surface-form
// models have only the one or the other. Written for float, and for double so that gradients can be
// checked against differences. k is the dimension; matrices are stored row by row.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "oovec/base/kernels.h"

namespace oovec {

enum class Composition { gated, single, context, form };

constexpr auto enum_names(Composition) {
  return std::array<std::string_view, 4>{"gated", "single", "context", "form"};
}

constexpr bool uses_form(Composition composition) { return composition != Composition::context; }
constexpr bool uses_context(Composition composition) { return composition != Composition::form; }

// What is learned beside the n-grams; also the shape of its gradient.
template <class Real>
struct Weights {
  std::vector<Real> transform;  // A, k × k
  std::vector<Real> gate;       // w, 2k: k for c, k for f
  Real bias = 0;                // b

  explicit Weights(std::size_t k) : transform(k * k), gate(2 * k) {}
  std::size_t dimension() const { return gate.size() / 2; }
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
  std::vector<Real> projected;  // ĉ, zeros without context
  std::vector<Real> vector;     // v
  Real alpha = 0;

  explicit Composed(std::size_t k) : projected(k), vector(k) {}
};

// The share of the context in v.
template <class Real>
Real compute_alpha(Composition composition, const Weights<Real>& weights,
                   const Evidence<Real>& evidence) {
  if (evidence.context.empty() || composition == Composition::form) return 0;
  if (evidence.form.empty() || composition == Composition::context) return 1;
  Real z = weights.bias;
  if (composition == Composition::gated) {
    const std::span<const Real> gate = weights.gate;
    const std::size_t k = weights.dimension();
    z += dot(gate.first(k), evidence.context) + dot(gate.last(k), evidence.form);
  }
  return 1 / (1 + std::exp(-z));
}

// v from α, ĉ and f, of which one may be missing: α says so.
template <class Real>
void mix(Real alpha, std::span<const Real> projected, std::span<const Real> form,
         std::span<Real> vector) {
  for (std::size_t i = 0; i < vector.size(); ++i)
    vector[i] = (alpha > 0 ? alpha * projected[i] : 0) + (alpha < 1 ? (1 - alpha) * form[i] : 0);
}

// Context or form must be there, and be used by the composition.
template <class Real>
void forward(Composition composition, const Weights<Real>& weights, const Evidence<Real>& evidence,
             Composed<Real>& result) {
  result.alpha = compute_alpha(composition, weights, evidence);
  if (result.alpha > 0) multiply(weights.transform, evidence.context, result.projected);
  mix<Real>(result.alpha, result.projected, evidence.form, result.vector);
}

// Given ∂L/∂v, adds ∂L/∂A, ∂L/∂w and ∂L/∂b to `gradient` and sets form_gradient to ∂L/∂f:
//
//   ∂L/∂A += α·∂L/∂v·cᵀ        ∂L/∂f = (1 − α)·∂L/∂v + ∂L/∂z·w_f
//   ∂L/∂z  = α(1 − α)·∂L/∂v·(ĉ − f)     ∂L/∂w += ∂L/∂z·[c ∘ f]     ∂L/∂b += ∂L/∂z
template <class Real>
void backward(Composition composition, const Weights<Real>& weights, const Evidence<Real>& evidence,
              const Composed<Real>& result, std::span<const Real> vector_gradient,
              Weights<Real>& gradient, std::span<Real> form_gradient) {
  const std::size_t k = weights.dimension();
  const Real alpha = result.alpha;
  for (std::size_t i = 0; i < k; ++i) form_gradient[i] = (1 - alpha) * vector_gradient[i];
  if (alpha == 0) return;
  add_outer_product(alpha, vector_gradient, evidence.context, gradient.transform);
  if (alpha == 1) return;

  const Real by_alpha = dot(vector_gradient, std::span<const Real>(result.projected)) -
                        dot(vector_gradient, evidence.form);
  const Real by_z = alpha * (1 - alpha) * by_alpha;
  gradient.bias += by_z;
  if (composition != Composition::gated) return;
  axpy(by_z, evidence.context, std::span<Real>(gradient.gate).first(k));
  axpy(by_z, evidence.form, std::span<Real>(gradient.gate).last(k));
  axpy(by_z, std::span<const Real>(weights.gate).last(k), form_gradient);
}

}  // namespace oovec
