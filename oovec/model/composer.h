// What computes a composition, forward and backward. Each is one file of compositions/;
// CONTRIBUTING.md says how to add one. Not part of the public interface.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "oovec/base/layout.h"
#include "oovec/model/composition.h"
#include "oovec/model/evidence.h"

namespace oovec::inline model {

// Results of forward(), which backward() needs again. Its memory serves any number of words.
template <class Real>
struct Composed {
  std::vector<Real> vector;   // v
  std::vector<Real> context;  // ĉ, of any value without context
  Real alpha = 0;             // the share of the context in v, on average
  std::vector<Real> tape;     // what else a composition's backward() needs

  explicit Composed(std::size_t k) : vector(k), context(k) {}
};

// Where backward() adds what it finds.
template <class Real>
struct Gradient {
  std::vector<Real> parameters;  // summed over words
  std::vector<Real> form;        // ∂L/∂f of the last word
  std::vector<Real> ngrams;  // ∂L/∂ of each n-gram of the last word, if they differ; else empty:
                             // each has an equal share of `form`

  Gradient(std::size_t size, std::size_t k) : parameters(size), form(k) {}
};

// Written for float, and for double so that gradients can be checked against differences.
// Parameters are one array, laid out as layout() says; k is the dimension; matrices are stored row
// by row.
template <class Real>
class Composer {
 public:
  virtual ~Composer() = default;

  const Layout& layout() const { return layout_; }

  // Throws std::logic_error if these cannot be its parameters.
  void check(std::span<const Real> parameters) const {
    if (parameters.size() != layout_.size())
      throw std::logic_error("the parameters are not those of the model's composition");
  }

  // Whether it has parameters to learn; n-grams are learned in any case.
  virtual bool learns() const { return true; }

  // What evidence it needs of contexts.
  virtual Detail detail() const { return Detail::totals; }

  // The evidence has context, form or both; what the composition does not use need not be there.
  virtual void forward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                       Composed<Real>& result) const = 0;

  // `by_vector` is ∂L/∂v, `result` what forward() made of the same evidence.
  virtual void backward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                        const Composed<Real>& result, std::span<const Real> by_vector,
                        Gradient<Real>& gradient) const = 0;

 protected:
  Layout layout_;
};

// For Real = float and double.
template <class Real>
[[nodiscard]] std::unique_ptr<const Composer<Real>> make_composer(Composition composition,
                                                                  std::size_t k);

}  // namespace oovec::inline model
