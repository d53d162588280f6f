// What is known about a word: its n-grams, and the contexts it was seen in.
//
// Evidence is collected before any learned parameter is applied to it. Most compositions only need
// totals, so only those are kept; a composition that uses single contexts or words requests more
// detail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace oovec::inline model {

// The n-grams of a word, and the surface-form embedding made of them.
struct FormEvidence {
  std::vector<std::uint32_t> ngrams;  // rows of the model's n-grams, each as often as it occurs
  std::size_t known = 0;              // of them; the others are row 0, ⟨unk⟩
  std::vector<float> mean;            // v_form, the mean of their vectors
};

// How many n-grams are not ⟨unk⟩.
[[nodiscard]] std::size_t count_known(std::span<const std::uint32_t> ngrams);

// How much is kept of contexts. Each level includes those before it.
enum class Detail {
  totals,    // one sum over all contexts
  contexts,  // also the sum of each
  words,     // also every word, and how far it is from the target
};

// The weighted words of one context.
struct ContextTotal {
  double weight = 0;        // Σ weight
  std::uint64_t words = 0;  // how many
};

// A word of a context, and how many tokens it is away from the nearest target in that context: 0 if
// there is none.
struct NearbyWord {
  std::uint32_t row;
  std::uint32_t distance;

  bool operator==(const NearbyWord&) const = default;
};

// The contexts seen so far, whatever the learned parameters are.
struct ContextEvidence {
  Detail detail;

  // Over all contexts.
  std::vector<float> sum;  // Σ weight·e, k numbers
  double weight = 0;
  std::uint64_t words = 0;
  std::uint64_t contexts = 0;  // that have words

  // Of each such context, with Detail::contexts.
  std::vector<float> sums;  // Σ weight·e, k numbers each
  std::vector<ContextTotal> totals;

  // Of all contexts in order, with Detail::words.
  std::vector<NearbyWord> nearby;

  explicit ContextEvidence(std::size_t dimension, Detail kept = Detail::totals)
      : detail(kept), sum(dimension) {}

  [[nodiscard]] bool empty() const { return weight <= 0; }
  void clear();

  // Keeps one context beside the total, and returns where its Σ weight·e goes: k zeros.
  [[nodiscard]] std::span<float> keep(const ContextTotal& total);

  // v_context; not of empty evidence.
  void mean(std::span<float> mean) const;
};

struct Evidence {
  FormEvidence form;
  ContextEvidence contexts;
};

// What a composition sees of the form. Empty if the word has none.
template <class Real>
struct FormView {
  std::span<const Real> mean;               // f
  std::span<const std::uint32_t> ngrams{};  // rows of `vectors`
  const Real* vectors = nullptr;            // of all n-grams, row by row
  std::size_t known = 0;
};

// What a composition sees of the contexts. Empty if the word has none.
template <class Real>
struct ContextView {
  std::span<const Real> mean;  // c
  double weight = 0;
  std::uint64_t words = 0, contexts = 0;
  std::span<const Real> sums{};            // with Detail::contexts
  std::span<const ContextTotal> totals{};  // with Detail::contexts
};

template <class Real>
struct EvidenceView {
  ContextView<Real> context;
  FormView<Real> form;

  bool has_context() const { return !context.mean.empty(); }
  bool has_form() const { return !form.mean.empty(); }
};

// `mean` is that of the contexts, which compositions take in their own precision.
[[nodiscard]] inline ContextView<float> view_of(const ContextEvidence& contexts,
                                                std::span<const float> mean) {
  return {mean, contexts.weight, contexts.words, contexts.contexts, contexts.sums, contexts.totals};
}

}  // namespace oovec::inline model
