// The linear function behind α: z = W[c ∘ f] + b, a single number or several.
#pragma once

#include <cstddef>
#include <span>

#include "oovec/base/checked.h"
#include "oovec/base/kernels.h"
#include "oovec/base/layout.h"
#include "oovec/model/composer.h"

namespace oovec::inline model {

class Gate {
 public:
  Gate(Layout& layout, std::size_t rows, std::size_t k)
      : weights_(
            layout.add("gate", {checked_mul(rows, checked_mul<std::size_t>(2, k))}, {2 * k, rows})),
        bias_(layout.add("bias", {rows})),
        k_(k) {}

  template <class Real>
  std::span<Real> bias(std::span<Real> parameters) const {
    return bias_.of(parameters);
  }

  template <class Real>
  void forward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
               std::span<Real> z) const {
    const std::span<const Real> bias = bias_.of(parameters);
    for (std::size_t i = 0; i < z.size(); ++i) {
      const auto row = row_of(parameters, i);
      z[i] = bias[i] +
             (dot(row.first(k_), evidence.context.mean) + dot(row.last(k_), evidence.form.mean));
    }
  }

  // Given ∂L/∂z, adds its share to the gradients of W, b and f.
  template <class Real>
  void backward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                std::span<const Real> by_z, Gradient<Real>& gradient) const {
    const std::span<Real> by_parameters = gradient.parameters;
    const std::span<Real> by_bias = bias_.of(by_parameters);
    for (std::size_t i = 0; i < by_z.size(); ++i) {
      const auto row = row_of(by_parameters, i);
      axpy(by_z[i], evidence.context.mean, row.first(k_));
      axpy(by_z[i], evidence.form.mean, row.last(k_));
      axpy(by_z[i], row_of(parameters, i).last(k_), std::span<Real>(gradient.form));
      by_bias[i] += by_z[i];
    }
  }

 private:
  // k weights for c, k for f.
  template <class Real>
  std::span<Real> row_of(std::span<Real> parameters, std::size_t i) const {
    return weights_.of(parameters).subspan(i * 2 * k_, 2 * k_);
  }

  Part weights_, bias_;
  std::size_t k_;
};

}  // namespace oovec::inline model
