// α = σ(uᵀh + u₀),  h = tanh(W[c ∘ f] + b), W being k × 2k. The paper tried it and dropped it.
#pragma once

#include "oovec/model/compositions/gate.h"
#include "oovec/model/compositions/mixture.h"

namespace oovec::inline model {

template <class Real>
class Mlp final : public Mixture<Real> {
 public:
  explicit Mlp(std::size_t k)
      : Mixture<Real>(k),
        hidden_(this->layout_, k, k),
        output_(this->layout_.add("second", {k + 1}, {k, 1})) {}

 private:
  // The tape is h.
  void mix(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
           Composed<Real>& result) const override {
    const std::size_t k = result.vector.size();
    result.tape.resize(k);
    hidden_.forward(parameters, evidence, std::span(result.tape));
    for (Real& unit : result.tape) unit = std::tanh(unit);
    const std::span<const Real> output = output_.of(parameters);
    const Real z = output[k] + dot(output.first(k), std::span<const Real>(result.tape));
    this->mix_with(sigmoid(z), evidence, result);
  }

  void mix_backward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                    const Composed<Real>& result, std::span<const Real> by_vector,
                    Gradient<Real>& gradient, std::span<Real> by_context) const override {
    const std::size_t k = by_vector.size();
    const Real by_alpha =
        this->mix_with_backward(evidence, result, by_vector, gradient, by_context);
    const Real by_z = result.alpha * (1 - result.alpha) * by_alpha;
    const std::span<const Real> output = output_.of(parameters), units = result.tape;
    const std::span<Real> by_output = output_.of(std::span(gradient.parameters));
    axpy(by_z, units, by_output.first(k));
    by_output[k] += by_z;
    std::vector<Real> by_units(k);
    for (std::size_t i = 0; i < k; ++i) by_units[i] = by_z * output[i] * (1 - units[i] * units[i]);
    hidden_.backward(parameters, evidence, std::span<const Real>(by_units), gradient);
  }

  Gate hidden_;  // W and b
  Part output_;  // u, then u₀
};

}  // namespace oovec::inline model
