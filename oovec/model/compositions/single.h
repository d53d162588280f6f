// α = σ(b), the same for all words: the paper's single-parameter model.
#pragma once

#include "oovec/model/compositions/gate.h"
#include "oovec/model/compositions/mixture.h"

namespace oovec::inline model {

template <class Real>
class Single final : public Mixture<Real> {
 public:
  // Of the gate only b is used; files of version 1 hold all of it.
  explicit Single(std::size_t k) : Mixture<Real>(k), gate_(this->layout_, 1, k) {}

 private:
  void mix(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
           Composed<Real>& result) const override {
    this->mix_with(sigmoid(gate_.bias(parameters)[0]), evidence, result);
  }

  void mix_backward(std::span<const Real>, const EvidenceView<Real>& evidence,
                    const Composed<Real>& result, std::span<const Real> by_vector,
                    Gradient<Real>& gradient, std::span<Real> by_context) const override {
    const Real by_alpha =
        this->mix_with_backward(evidence, result, by_vector, gradient, by_context);
    gate_.bias(std::span(gradient.parameters))[0] += result.alpha * (1 - result.alpha) * by_alpha;
  }

  Gate gate_;
};

}  // namespace oovec::inline model
