// The interface of compositions, forward and backward. Each composition is one file in
// compositions/; CONTRIBUTING.md says how to add one. Not part of the public interface.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "oovec/base/kernels.h"
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

// The gradients that backward() computes.
template <class Real>
struct Gradient {
  std::vector<Real> parameters;  // summed over words
  std::vector<Real> form;        // ∂L/∂f of the last word
  std::vector<Real> ngrams;  // ∂L/∂ of each n-gram of the last word, if they differ; else empty:
                             // each has an equal share of `form`

  Gradient(std::size_t size, std::size_t k) : parameters(size), form(k) {}
};

// How a vector was composed: for explanations and diagnostics, not for training.
template <class Real>
struct Account {
  std::vector<Real> form, context;    // v from the form alone and from the contexts alone; or empty
  std::vector<Real> context_weights;  // the share of each context; empty: as its words weigh
  std::vector<Real> mixed;        // what form and context were mixed to: v, or what v is made of
  Real form_scale = 1;            // the factor of the mean of the n-grams
  Real context_share = 0;         // the part of the length of `mixed` that α·ĉ contributes
  std::optional<Real> agreement;  // cosine of form and context, if there are both
  Real strength = 0;              // the length of `mixed`

  // Sets the last three. `f` and `context_vector` are what was mixed, as far as there is any.
  void weigh(std::span<const Real> f, std::span<const Real> context_vector, Real alpha) {
    const Real squared = squared_norm(std::span<const Real>(mixed));
    strength = std::sqrt(squared);
    if (form.empty() || context.empty()) {
      context_share = context.empty() ? 0 : 1;
      return;
    }
    const Real share = alpha * dot(context_vector, std::span<const Real>(mixed)) / squared;
    context_share = std::isfinite(share) ? share : alpha;  // `squared` is 0, or overflows
    agreement = cosine(f, context_vector);
  }
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

  // Whether the parameters have valid values, where they are counts or lengths, for instance. All
  // numbers must be finite.
  virtual bool makes_sense(std::span<const Real> /*parameters*/) const { return true; }

  // Whether it has parameters to learn; n-grams are learned in any case.
  virtual bool learns() const { return true; }

  // How much detail it needs about contexts.
  virtual Detail detail() const { return Detail::totals; }

  // Whether its vectors have the length of vectors of words. Those of others tell how sure they
  // are, and may be many times too long where only the form or only the contexts are known.
  virtual bool sets_length() const { return false; }

  // The evidence has context, form or both; what the composition does not use need not be there.
  virtual void forward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                       Composed<Real>& result) const = 0;

  // The evidence must be what `result` was made of.
  virtual Account<Real> account(std::span<const Real> /*parameters*/,
                                const EvidenceView<Real>& evidence,
                                const Composed<Real>& result) const {
    Account<Real> account;
    account.form.assign(evidence.form.mean.begin(), evidence.form.mean.end());
    if (evidence.has_context()) account.context = result.context;
    account.mixed = result.vector;
    account.weigh(evidence.form.mean, result.context, result.alpha);
    return account;
  }

  // ĉ of contexts with this mean c. It is affine: ĉ of the mean of several c is the mean of their
  // ĉ. Nothing but zeros if the composition does not use contexts.
  virtual void map_context(std::span<const Real> /*parameters*/, std::span<const Real> /*mean*/,
                           std::span<Real> mapped) const {
    std::ranges::fill(mapped, 0);
  }

  // v of a word about which only this ĉ is known.
  virtual void vector_of_context(std::span<const Real> /*parameters*/, std::span<const Real> mapped,
                                 std::span<Real> vector) const {
    std::ranges::copy(mapped, vector.begin());
  }

  // `by_vector` is ∂L/∂v, `result` the result of forward() for the same evidence.
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
