// α = σ(wᵀ[c ∘ f] + b): the paper's gated model.
#pragma once

#include "oovec/model/compositions/gate.h"
#include "oovec/model/compositions/mixture.h"

namespace oovec::inline model {

template <class Real>
class Gated final : public Mixture<Real> {
 public:
  explicit Gated(std::size_t k) : Mixture<Real>(k), gate_(this->layout_, 1, k) {}

 private:
  void mix(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
           Composed<Real>& result) const override {
    Real z = 0;
    gate_.forward(parameters, evidence, std::span(&z, 1));
    this->mix_with(sigmoid(z), evidence, result);
  }

  void mix_backward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                    const Composed<Real>& result, std::span<const Real> by_vector,
                    Gradient<Real>& gradient, std::span<Real> by_context) const override {
    const Real by_alpha =
        this->mix_with_backward(evidence, result, by_vector, gradient, by_context);
    const Real by_z = result.alpha * (1 - result.alpha) * by_alpha;
    gate_.backward(parameters, evidence, std::span(&by_z, 1), gradient);
  }

  Gate gate_;
};

}  // namespace oovec::inline model
