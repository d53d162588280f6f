// α = σ(W[c ∘ f] + b), a weight for each component of v; W is k × 2k. The paper tried it and
// dropped it.
#pragma once

#include "oovec/model/compositions/gate.h"
#include "oovec/model/compositions/mixture.h"

namespace oovec::inline model {

template <class Real>
class Componentwise final : public Mixture<Real> {
 public:
  explicit Componentwise(std::size_t k) : Mixture<Real>(k), gate_(this->layout_, k, k) {}

 private:
  // The tape has the shares.
  void mix(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
           Composed<Real>& result) const override {
    const std::size_t k = result.vector.size();
    result.tape.resize(k);
    gate_.forward(parameters, evidence, std::span(result.tape));
    Real sum = 0;
    for (std::size_t i = 0; i < k; ++i) {
      Real& share = result.tape[i];
      sum += share = sigmoid(share);
      result.vector[i] = share * result.context[i] + (1 - share) * evidence.form.mean[i];
    }
    result.alpha = sum / static_cast<Real>(k);
  }

  void mix_backward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                    const Composed<Real>& result, std::span<const Real> by_vector,
                    Gradient<Real>& gradient, std::span<Real> by_context) const override {
    std::vector<Real> by_z(by_vector.size());
    for (std::size_t i = 0; i < by_z.size(); ++i) {
      const Real share = result.tape[i];
      by_context[i] = share * by_vector[i];
      gradient.form[i] = (1 - share) * by_vector[i];
      by_z[i] = (1 - share) * by_context[i] * (result.context[i] - evidence.form.mean[i]);
    }
    gate_.backward(parameters, evidence, std::span<const Real>(by_z), gradient);
  }

  Gate gate_;
};

}  // namespace oovec::inline model
