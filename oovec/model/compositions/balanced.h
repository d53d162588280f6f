// The default model: two regressions, and a gate that knows how much context there is.
//
//   f = y₀ + Σ n_s / √|S|        over the word's n-grams s ∈ S
//   c = Σ uᵢ·cᵢ / Σ uᵢ            over its n contexts, cᵢ being the mean of one
//   ĉ = A·c + a
//   α = σ(w₁·ln(1 + t) + w₂·|f − y₀| + b)        t context words, kept within the range fitted to
//   d = α·ĉ + (1 − α)·f
//   v = μ + σ·d / |d|
//
// A context that repeats what the others say counts less, so that many contexts from one article do
// not drown out the rest. z is the mean of the n contexts minus c̄, which all texts have in common:
//
//   uᵢ = wᵢ·exp(−κ·ln n·cos(cᵢ − c̄, z))        wᵢ is the sum of the weights of its words
//
// With κ < 0 this is attention: contexts that agree with the others count more.
//
// f, ĉ and d live in a space in which frequent and rare words have the same mean and length
// (train/neutral_space.h); μ and σ take d back to the space of the vectors. Without a context
// d = f, without a form d = ĉ. docs/model.md has the reasons.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "oovec/base/kernels.h"
#include "oovec/model/composer.h"
#include "oovec/model/compositions/mixture.h"

namespace oovec::inline model {

// The parts of Balanced's parameters, for the solver.
struct BalancedLayout {
  Part transform, offset;  // A, a
  Part origin;             // y₀
  Part gate, bias;         // w₁ and w₂, b
  Part words;              // the least and the most of t
  Part mean, spread;       // μ, σ
  Part typical, contrast;  // c̄, κ

  BalancedLayout(Layout& layout, std::size_t k)
      : transform(layout.add("transform", {k, k})),
        offset(layout.add("offset", {k})),
        origin(layout.add("origin", {k})),
        gate(layout.add("gate", {2})),
        bias(layout.add("bias", {1})),
        words(layout.add("words", {2})),
        mean(layout.add("mean", {k})),
        spread(layout.add("spread", {1})),
        typical(layout.add("typical", {k})),
        contrast(layout.add("contrast", {1})) {}
};

template <class Real>
class Balanced final : public Composer<Real> {
 public:
  explicit Balanced(std::size_t k) : parts_(this->layout_, k), k_(k) {}

  Detail detail() const override { return Detail::contexts; }

  bool sets_length() const override { return true; }

  bool makes_sense(std::span<const Real> parameters) const override {
    const auto words = parts_.words.of(parameters);
    const Real contrast = parts_.contrast.of(parameters)[0];
    return words[0] >= 0 && words[0] <= words[1] && parts_.spread.of(parameters)[0] > 0 &&
           contrast >= -10 && contrast <= 10;
  }

  void forward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
               Composed<Real>& result) const override {
    result.tape.assign(3 * k_ + tape_scalars, 0);
    Tape<Real> tape(result.tape, k_);
    if (evidence.has_form()) read_form(parameters, evidence, tape);
    if (evidence.has_context()) {
      pool(parameters, evidence.context, tape.pooled);
      map_context(parameters, tape.pooled, result.context);
    }
    result.alpha = share_of_context(parameters, evidence, tape);
    for (std::size_t i = 0; i < k_; ++i)
      tape.mixed[i] = (evidence.has_context() ? result.alpha * result.context[i] : 0) +
                      (evidence.has_form() ? (1 - result.alpha) * tape.form[i] : 0);
    tape.length() = to_vectors(parameters, tape.mixed, result.vector);
  }

  void backward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                const Composed<Real>& result, std::span<const Real> by_vector,
                Gradient<Real>& gradient) const override {
    const Tape<const Real> tape(result.tape, k_);
    const std::vector<Real> by_mixed = to_vectors_backward(parameters, tape, by_vector, gradient);
    std::vector<Real> by_context(k_);
    std::ranges::fill(gradient.form, 0);
    for (std::size_t i = 0; i < k_; ++i) {
      by_context[i] = result.alpha * by_mixed[i];
      gradient.form[i] = (1 - result.alpha) * by_mixed[i];
    }
    const std::span<Real> by_parameters = gradient.parameters;
    if (evidence.has_context()) {
      add_outer_product(Real{1}, std::span<const Real>(by_context), tape.pooled,
                        parts_.transform.of(by_parameters));
      axpy(Real{1}, std::span<const Real>(by_context), parts_.offset.of(by_parameters));
    }
    if (!evidence.has_form()) return;
    axpy(Real{1}, std::span<const Real>(gradient.form), parts_.origin.of(by_parameters));
    if (evidence.has_context()) gate_backward(parameters, evidence, result, by_mixed, gradient);
    for (Real& value : gradient.form) value *= form_scale(evidence);
  }

  // f and ĉ as vectors of their own; their agreement and shares where they were mixed.
  Account<Real> account(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                        const Composed<Real>& result) const override {
    const Tape<const Real> tape(result.tape, k_);
    Account<Real> account;
    if (evidence.has_form()) {
      account.form.resize(k_);
      to_vectors(parameters, tape.form, account.form);
      account.form_scale = form_scale(evidence);
    }
    if (evidence.has_context()) {
      account.context.resize(k_);
      to_vectors(parameters, result.context, account.context);
      account.context_weights = context_weights(parameters, evidence.context);
    }
    account.mixed.assign(tape.mixed.begin(), tape.mixed.end());
    account.weigh(tape.form, result.context, result.alpha);
    return account;
  }

  void map_context(std::span<const Real> parameters, std::span<const Real> mean,
                   std::span<Real> mapped) const override {
    multiply(parts_.transform.of(parameters), mean, mapped);
    axpy(Real{1}, parts_.offset.of(parameters), mapped);
  }

  void vector_of_context(std::span<const Real> parameters, std::span<const Real> mapped,
                         std::span<Real> vector) const override {
    to_vectors(parameters, mapped, vector);
  }

  // c. Where single contexts are not known, it is their mean.
  void pool(std::span<const Real> parameters, const ContextView<Real>& contexts,
            std::span<Real> pooled) const {
    const std::vector<Real> weights = context_weights(parameters, contexts);
    if (weights.empty()) {
      std::ranges::copy(contexts.mean, pooled.begin());
      return;
    }
    std::ranges::fill(pooled, 0);
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (weights[i] > 0)
        axpy(weights[i] / static_cast<Real>(contexts.totals[i].weight), sum_of(contexts, i),
             pooled);
  }

 private:
  static constexpr std::size_t tape_scalars = 3;

  // What forward() leaves for backward(): f, d, c, and ln(1 + t), |f − y₀|, |d|.
  template <class T>
  struct Tape {
    std::span<T> form, mixed, pooled, scalars;

    Tape(std::span<T> all, std::size_t k)
        : form(all.first(k)),
          mixed(all.subspan(k, k)),
          pooled(all.subspan(2 * k, k)),
          scalars(all.subspan(3 * k)) {}
    T& amount() const { return scalars[0]; }
    T& strength() const { return scalars[1]; }
    T& length() const { return scalars[2]; }
  };

  // What the mean of the n-grams is multiplied with: Σ n_s / √|S| = √|S|·mean.
  static Real form_scale(const EvidenceView<Real>& evidence) {
    return std::sqrt(static_cast<Real>(evidence.form.ngrams.size()));
  }

  std::span<const Real> sum_of(const ContextView<Real>& contexts, std::size_t i) const {
    return contexts.sums.subspan(i * k_, k_);
  }

  // uᵢ / Σ u; empty where contexts just weigh what their words weigh.
  std::vector<Real> context_weights(std::span<const Real> parameters,
                                    const ContextView<Real>& contexts) const {
    const Real contrast = parts_.contrast.of(parameters)[0];
    const std::size_t count = contexts.totals.size();
    if (contrast == 0 || count < 2) return {};
    const std::span<const Real> typical = parts_.typical.of(parameters);
    std::vector<Real> overall(contexts.mean.begin(), contexts.mean.end()), one(k_), weights(count);
    axpy(Real{-1}, typical, std::span(overall));
    for (std::size_t i = 0; i < count; ++i) {
      const auto weight = static_cast<Real>(contexts.totals[i].weight);
      if (!(weight > 0)) continue;  // no word of it counts
      std::ranges::fill(one, 0);
      axpy(1 / weight, sum_of(contexts, i), std::span(one));
      axpy(Real{-1}, typical, std::span(one));
      weights[i] = cosine(std::span<const Real>(one), std::span<const Real>(overall)).value_or(0);
    }
    // Relative to the context that counts most, so that no weight overflows and one is not 0.
    const auto [least, most] = std::ranges::minmax(weights);
    const Real reference = contrast > 0 ? least : most;
    const Real exponent = -contrast * std::log(static_cast<Real>(count));
    Real sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto weight = static_cast<Real>(contexts.totals[i].weight);
      weights[i] = weight > 0 ? weight * std::exp(exponent * (weights[i] - reference)) : 0;
      sum += weights[i];
    }
    if (!(sum > 0)) return {};
    for (Real& weight : weights) weight /= sum;
    return weights;
  }

  void read_form(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                 Tape<Real>& tape) const {
    const Real scale = form_scale(evidence);
    for (std::size_t i = 0; i < k_; ++i) tape.form[i] = scale * evidence.form.mean[i];
    tape.strength() = norm(tape.form);
    axpy(Real{1}, parts_.origin.of(parameters), tape.form);
  }

  Real share_of_context(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                        Tape<Real>& tape) const {
    if (!evidence.has_context()) return 0;
    if (!evidence.has_form()) return 1;
    const auto words = parts_.words.of(parameters);
    tape.amount() = std::log1p(
        std::max(words[0], std::min(words[1], static_cast<Real>(evidence.context.words))));
    const auto weights = parts_.gate.of(parameters);
    return sigmoid(weights[0] * tape.amount() + weights[1] * tape.strength() +
                   parts_.bias.of(parameters)[0]);
  }

  void gate_backward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                     const Composed<Real>& result, std::span<const Real> by_mixed,
                     Gradient<Real>& gradient) const {
    const Tape<const Real> tape(result.tape, k_);
    const Real by_alpha =
        dot(by_mixed, std::span<const Real>(result.context)) - dot(by_mixed, tape.form);
    const Real by_z = result.alpha * (1 - result.alpha) * by_alpha;
    const std::span<Real> by_parameters = gradient.parameters;
    parts_.gate.of(by_parameters)[0] += by_z * tape.amount();
    parts_.gate.of(by_parameters)[1] += by_z * tape.strength();
    parts_.bias.of(by_parameters)[0] += by_z;
    // ∂|f − y₀| / ∂f is the direction of f − y₀, the mean of the n-grams.
    if (tape.strength() > 0)
      axpy(by_z * parts_.gate.of(parameters)[1] * form_scale(evidence) / tape.strength(),
           evidence.form.mean, std::span<Real>(gradient.form));
  }

  // v = μ + σ·d / |d|; returns |d|. Where that is not finite, v is not: it would be μ otherwise.
  Real to_vectors(std::span<const Real> parameters, std::span<const Real> direction,
                  std::span<Real> vector) const {
    const Real length = norm(direction);
    if (!std::isfinite(length)) {
      std::ranges::fill(vector, length);
      return length;
    }
    std::ranges::copy(parts_.mean.of(parameters), vector.begin());
    if (length > 0) axpy(parts_.spread.of(parameters)[0] / length, direction, vector);
    return length;
  }

  // ∂L/∂d
  std::vector<Real> to_vectors_backward(std::span<const Real> parameters,
                                        const Tape<const Real>& tape,
                                        std::span<const Real> by_vector,
                                        Gradient<Real>& gradient) const {
    const std::span<Real> by_parameters = gradient.parameters;
    axpy(Real{1}, by_vector, parts_.mean.of(by_parameters));
    std::vector<Real> by_mixed(k_);
    const Real length = tape.length();
    if (!(length > 0)) return by_mixed;
    const Real along = dot(by_vector, tape.mixed) / length;
    parts_.spread.of(by_parameters)[0] += along;
    const Real scale = parts_.spread.of(parameters)[0] / length;
    for (std::size_t i = 0; i < k_; ++i)
      by_mixed[i] = scale * (by_vector[i] - along * tape.mixed[i] / length);
    return by_mixed;
  }

  static Real norm(std::span<const Real> values) { return std::sqrt(dot(values, values)); }

  BalancedLayout parts_;
  std::size_t k_;
};

}  // namespace oovec::inline model
