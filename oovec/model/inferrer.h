// Whatever makes a vector for a word from its form and its contexts: the trained Model, and the
// baselines it is held against.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "oovec/model/context.h"
#include "oovec/text/tokenizer.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline model {

class Inferrer {
 public:
  virtual ~Inferrer() = default;

  // How contexts are to be read and summed.
  virtual TokenizerOptions text() const = 0;
  virtual WeightedVectors weighted_vectors() const = 0;

  // The word must be spelled as normal_word() has it. Nothing if nothing can be known of it.
  [[nodiscard]] virtual std::optional<std::vector<float>> infer_vector(
      std::string_view word, const ContextEvidence& contexts) const = 0;

  // Whether the vector of this word, spelled likewise, was used to learn what infers it, so that
  // the word can be no test. Nothing if that is not known.
  [[nodiscard]] virtual std::optional<bool> has_learned_from(std::string_view word) const = 0;

  const Embeddings& vectors() const { return *weighted_vectors().vectors; }
  std::size_t dimension() const { return vectors().dimension(); }
};

}  // namespace oovec::inline model
