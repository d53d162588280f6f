// What the paper's compositions have in common:
//
//   ĉ = A·c        v = α·ĉ + (1 − α)·f
//
// Without a context α is 0 and v = f, without a form α is 1 and v = ĉ. Only for a word that has
// both does a composition have to say what α is.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "oovec/base/kernels.h"
#include "oovec/model/composer.h"

namespace oovec::inline model {

template <class Real>
[[nodiscard]] Real sigmoid(Real z) {
  return 1 / (1 + std::exp(-z));
}

template <class Real>
class Mixture : public Composer<Real> {
 public:
  void forward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
               Composed<Real>& result) const final {
    if (evidence.has_context()) map_context(parameters, evidence.context.mean, result.context);
    if (!evidence.has_context()) {
      result.alpha = 0;
      std::ranges::copy(evidence.form.mean, result.vector.begin());
    } else if (!evidence.has_form()) {
      result.alpha = 1;
      result.vector = result.context;
    } else {
      mix(parameters, evidence, result);
    }
  }

  void backward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                const Composed<Real>& result, std::span<const Real> by_vector,
                Gradient<Real>& gradient) const final {
    if (!evidence.has_context()) {
      std::ranges::copy(by_vector, gradient.form.begin());
      return;
    }
    std::vector<Real> by_context(by_vector.begin(), by_vector.end());
    if (evidence.has_form())
      mix_backward(parameters, evidence, result, by_vector, gradient, by_context);
    else
      std::ranges::fill(gradient.form, 0);
    // ∂L/∂A += ∂L/∂ĉ·cᵀ
    add_outer_product(Real{1}, std::span<const Real>(by_context), evidence.context.mean,
                      transform_.of(std::span(gradient.parameters)));
  }

  void map_context(std::span<const Real> parameters, std::span<const Real> mean,
                   std::span<Real> mapped) const final {
    multiply(transform_.of(parameters), mean, mapped);
  }

 protected:
  explicit Mixture(std::size_t k) : transform_(this->layout_.add("transform", {k, k}, {k, k})) {}

  // α and v of a word that has both context and form, from ĉ, which `result` holds.
  virtual void mix(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                   Composed<Real>& result) const = 0;

  // Sets gradient.form to ∂L/∂f and by_context to ∂L/∂ĉ, and adds to that of all parameters but A.
  virtual void mix_backward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                            const Composed<Real>& result, std::span<const Real> by_vector,
                            Gradient<Real>& gradient, std::span<Real> by_context) const = 0;

  // v from one α for all components.
  static void mix_with(Real alpha, const EvidenceView<Real>& evidence, Composed<Real>& result) {
    result.alpha = alpha;
    for (std::size_t i = 0; i < result.vector.size(); ++i)
      result.vector[i] = alpha * result.context[i] + (1 - alpha) * evidence.form.mean[i];
  }

  // Its backward, which returns ∂L/∂α.
  [[nodiscard]] static Real mix_with_backward(const EvidenceView<Real>& evidence,
                                              const Composed<Real>& result,
                                              std::span<const Real> by_vector,
                                              Gradient<Real>& gradient,
                                              std::span<Real> by_context) {
    for (std::size_t i = 0; i < by_vector.size(); ++i) {
      gradient.form[i] = (1 - result.alpha) * by_vector[i];
      by_context[i] = result.alpha * by_vector[i];
    }
    return dot(by_vector, std::span<const Real>(result.context)) -
           dot(by_vector, evidence.form.mean);
  }

 private:
  Part transform_;
};

}  // namespace oovec::inline model
