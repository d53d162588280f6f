// v = f: form alone.
#pragma once

#include "oovec/model/composer.h"
#include "oovec/model/compositions/gate.h"

namespace oovec::inline model {

template <class Real>
class FormOnly final : public Composer<Real> {
 public:
  // Files of version 1 hold a transform and a gate, which have no use.
  explicit FormOnly(std::size_t k) {
    this->layout_.add("transform", {k, k}, {k, k});
    const Gate unused(this->layout_, 1, k);
  }

  bool learns() const override { return false; }

  void forward(std::span<const Real>, const EvidenceView<Real>& evidence,
               Composed<Real>& result) const override {
    result.alpha = 0;
    std::ranges::copy(evidence.form.mean, result.vector.begin());
  }

  void backward(std::span<const Real>, const EvidenceView<Real>&, const Composed<Real>&,
                std::span<const Real> by_vector, Gradient<Real>& gradient) const override {
    std::ranges::copy(by_vector, gradient.form.begin());
  }
};

}  // namespace oovec::inline model
