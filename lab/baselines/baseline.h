// What makes vectors without having learned anything, to hold models against. That `stem` does well
// on a test says that the test can be passed by looking up words of the same stem.
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
  stem,      // the mean of the known words with the stem of the word, which is not one of them
  none,      // nothing: known words alone have vectors
  skipgram,  // what skip-gram learns from the contexts, for the new word only (new_word.h)
  nonce2vec  // the same from a better start, at a high rate
};

constexpr auto enum_names(Baseline) {
  return std::array<std::string_view, 6>{"additive", "avg",      "stem",
                                         "none",     "skipgram", "nonce2vec"};
}

constexpr bool needs_context_vectors(Baseline baseline) {
  return baseline == Baseline::skipgram || baseline == Baseline::nonce2vec;
}

// Whether the vector of a word depends on its contexts, so that a test of contexts says something.
constexpr bool uses_contexts(Baseline baseline) {
  return baseline != Baseline::stem && baseline != Baseline::none;
}

struct BaselineOptions {
  std::shared_ptr<const Embeddings> context_vectors;  // if null, the vectors stand in for them
  std::uint64_t seed = 1;
};

// `text` must say whether to lower-case (resolve_text()). Throws Error(usage) for context vectors
// of other words.
[[nodiscard]] std::unique_ptr<Inferrer> make_baseline(Baseline baseline,
                                                      std::shared_ptr<const Embeddings> vectors,
                                                      const TokenizerOptions& text,
                                                      const BaselineOptions& options = {});

}  // namespace oovec::lab
