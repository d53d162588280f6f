// Baselines that learn nothing beforehand. If `stem` does well on a test, the test can be passed by
// looking up words with the same stem.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "oovec/model/inferrer.h"

namespace oovec::lab {

enum class Baseline {
  additive,  // the sum of the vectors of the context words
  avg,       // their mean, which has the same direction
  stem,      // the mean of the vectors of all other words with the same stem
  none,      // nothing: only known words have vectors
  skipgram,  // what skip-gram learns from the contexts, for the new word only (new_word.h)
  nonce2vec  // the same from a better start, at a high learning rate
};

constexpr auto enum_names(Baseline) {
  return std::array<std::string_view, 6>{"additive", "avg",      "stem",
                                         "none",     "skipgram", "nonce2vec"};
}

constexpr bool needs_context_vectors(Baseline baseline) {
  return baseline == Baseline::skipgram || baseline == Baseline::nonce2vec;
}

// Whether the vector of a word depends on its contexts, so that a test of contexts is meaningful.
constexpr bool uses_contexts(Baseline baseline) {
  return baseline != Baseline::stem && baseline != Baseline::none;
}

struct BaselineOptions {
  std::shared_ptr<const Embeddings> context_vectors;  // if null, the vectors stand in for them
  std::uint64_t seed = 1;
};

// `text` must say whether to lower-case (resolve_text()). Throws Error(usage) if the context
// vectors are of other words.
[[nodiscard]] std::unique_ptr<Inferrer> make_baseline(Baseline baseline,
                                                      std::shared_ptr<const Embeddings> vectors,
                                                      const TokenizerOptions& text,
                                                      const BaselineOptions& options = {});

}  // namespace oovec::lab
