// Which n-grams and context words an inferred vector is owed to: the paper's analysis by leaving
// one out (its figure "relevant-words").
//
//   const Explanation spies = explain(model, "spies", {"Spies gather secrets for a government."});
//   for (const ExplainedNgram& ngram : spies.ngrams) shade(ngram.text, ngram.weight.importance);
//
// What leaving an item out does is measured as a cosine distance d(x, y) = 1 − cos(x, y):
//
//   importance   d(f, f without the n-gram) or d(ĉ, ĉ without the word), as a share of the sum of
//                these over all n-grams, or over all words of all contexts
//   change       d(v, v without the item), α being computed anew
//
// Every occurrence is an item of its own. Where nothing remains without it, the distance is 1;
// where leaving out any item changes nothing, all are 0.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/model/model.h"

namespace oovec::inline model {

struct Importance {
  double importance = 0;  // for the surface-form or the context embedding; all of a kind sum to 1
  double change = 0;      // of the whole, from 0 to 2
};

struct ExplainedNgram {
  std::string text;  // as display_ngram() has it
  bool known;        // else it counts as ⟨unk⟩
  Importance weight;
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
  Importance weight;  // of a token that is used, else zeros
};

struct Explanation {
  std::string word;                                   // as the model spells it
  std::optional<Inference> inferred;                  // nothing if there was nothing to go by
  std::vector<ExplainedNgram> ngrams;                 // none if the model has no form
  std::vector<std::vector<ExplainedToken>> contexts;  // none if the model has no context
  double context_share = 0;                           // of what was inferred, as below
};

// How much of v is owed to the context: the part of its length that α·ĉ contributes, the rest being
// the form's. Unlike α it minds that ĉ and f differ in length. Below 0 or above 1 if one of them
// points away from v.
[[nodiscard]] double context_share(const Inference& inferred);

// Throws as Observation does.
[[nodiscard]] Explanation explain(const Model& model, std::string_view word,
                                  std::span<const std::string> contexts);

}  // namespace oovec::inline model
