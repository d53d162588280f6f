// Explains an inferred vector: the contribution of each n-gram and context word, and the paper's
// analysis by leaving one out (its figure "relevant-words").
//
//   const Explanation spies = explain(model, "spies", {"Spies gather secrets for a government."});
//   for (const ExplainedNgram& ngram : spies.ngrams) shade(ngram.text, ngram.influence.importance);
//
// Form and context are mixed to a sum m of n-grams and context words, each with a factor. The term
// x that an item adds to m is measured along m, so that contributions add up:
//
//   contribution   (x·m) / |m|², negative if the item pulls the other way. All sum to 1, except
//                  that the balanced model has two constants, y₀ and a, which are no items
//
// The composition componentwise has an α per component of the vector. The factors then contain the
// mean α, as context_share does: words sum to context_share, n-grams only nearly to the rest.
//
// The effect of leaving an item out is measured by the cosine distance d(x, y) = 1 − cos(x, y).
// Below, f is the vector of the form alone, ĉ that of the contexts alone:
//
//   importance   d(f, f without the n-gram) or d(ĉ, ĉ without the word), as a share of the sum of
//                these over all n-grams, or over all words of all contexts
//   change       d(v, v without the item), with α recomputed
//
// Every occurrence is an item of its own. If nothing remains without it, the distance is 1; if
// leaving out any item changes nothing, all importances are 0.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/model/model.h"

namespace oovec::inline model {

struct Influence {
  double importance = 0;    // for the vector of the form or of the context; a kind sums to 1
  double change = 0;        // of the whole, from 0 to 2
  double contribution = 0;  // to the whole, as a share
};

struct ExplainedNgram {
  std::string text;  // as display_ngram() has it
  bool known;        // else it counts as ⟨unk⟩
  Influence influence;
};

enum class TokenRole {
  used,
  target,   // the word itself or the placeholder: left out
  unknown,  // without a vector
};

constexpr auto enum_names(TokenRole) {
  return std::array<std::string_view, 3>{"used", "target", "unknown"};
}

struct ExplainedToken {
  std::string text;
  TokenRole role;
  Influence influence;  // of a token that is used, else zeros
};

struct Explanation {
  std::string word;                                   // as the model spells it
  std::optional<Inference> inferred;                  // empty if nothing is known
  std::vector<ExplainedNgram> ngrams;                 // none if the model has no form
  std::vector<std::vector<ExplainedToken>> contexts;  // none if the model has no context
};

// Throws as Observation does. `left_out` names n-grams that the form is to be without, as
// display_ngram() shows them: then they are no items of the explanation.
[[nodiscard]] Explanation explain(const Model& model, std::string_view word,
                                  std::span<const std::string> contexts,
                                  std::span<const std::string> left_out = {});

}  // namespace oovec::inline model
