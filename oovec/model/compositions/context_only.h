// v = ĉ: contexts alone.
#pragma once

#include "oovec/model/compositions/gate.h"
#include "oovec/model/compositions/mixture.h"

namespace oovec::inline model {

template <class Real>
class ContextOnly final : public Mixture<Real> {
 public:
  // Files of version 1 hold a gate, which has no use.
  explicit ContextOnly(std::size_t k) : Mixture<Real>(k) { const Gate unused(this->layout_, 1, k); }

 private:
  void mix(std::span<const Real>, const EvidenceView<Real>&,
           Composed<Real>& result) const override {
    result.alpha = 1;
    result.vector = result.context;
  }

  void mix_backward(std::span<const Real>, const EvidenceView<Real>&, const Composed<Real>&,
                    std::span<const Real> by_vector, Gradient<Real>& gradient,
                    std::span<Real> by_context) const override {
    std::ranges::copy(by_vector, by_context.begin());
    std::ranges::fill(gradient.form, 0);
  }
};

}  // namespace oovec::inline model
