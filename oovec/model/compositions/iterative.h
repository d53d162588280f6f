// α₁ as gated,  αₜ₊₁ = σ(wᵀ[c ∘ f] + b + uᵀvₜ), vₜ being composed with αₜ. The paper tried it and
// dropped it.
#pragma once

#include "oovec/model/compositions/gate.h"
#include "oovec/model/compositions/mixture.h"

namespace oovec::inline model {

template <class Real>
class Iterative final : public Mixture<Real> {
 public:
  explicit Iterative(std::size_t k)
      : Mixture<Real>(k),
        gate_(this->layout_, 1, k),
        feedback_(this->layout_.add("second", {k}, {k, 1})) {}

 private:
  static constexpr std::size_t iterations = 3;  // how often α is computed

  // The tape has all αₜ.
  void mix(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
           Composed<Real>& result) const override {
    const std::span<const Real> u = feedback_.of(parameters);
    Real z = 0;
    gate_.forward(parameters, evidence, std::span(&z, 1));
    Real alpha = sigmoid(z);
    result.tape.assign(1, alpha);
    const Real by_form = dot(u, evidence.form.mean);
    const Real by_context = dot(u, std::span<const Real>(result.context));
    for (std::size_t i = 1; i < iterations; ++i) {
      alpha = sigmoid(z + alpha * by_context + (1 - alpha) * by_form);
      result.tape.push_back(alpha);
    }
    this->mix_with(alpha, evidence, result);
  }

  void mix_backward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                    const Composed<Real>& result, std::span<const Real> by_vector,
                    Gradient<Real>& gradient, std::span<Real> by_context) const override {
    const std::span<const Real> u = feedback_.of(parameters), context = result.context;
    const std::span<Real> by_u = feedback_.of(std::span(gradient.parameters));
    const std::vector<Real>& alphas = result.tape;
    Real by_alpha = this->mix_with_backward(evidence, result, by_vector, gradient, by_context);
    const Real slope = dot(u, context) - dot(u, evidence.form.mean);
    Real by_gate = 0, along_context = 0, along_form = 0;  // ∂L/∂ of z, uᵀĉ and uᵀf
    for (std::size_t i = iterations; i-- > 0;) {
      const Real by_z = alphas[i] * (1 - alphas[i]) * by_alpha;
      by_gate += by_z;
      if (i == 0) break;
      along_context += by_z * alphas[i - 1];
      along_form += by_z * (1 - alphas[i - 1]);
      by_alpha = by_z * slope;
    }
    axpy(along_context, context, by_u);
    axpy(along_form, evidence.form.mean, by_u);
    axpy(along_context, u, by_context);
    axpy(along_form, u, std::span<Real>(gradient.form));
    gate_.backward(parameters, evidence, std::span<const Real>(&by_gate, 1), gradient);
  }

  Gate gate_;
  Part feedback_;  // u
};

}  // namespace oovec::inline model
