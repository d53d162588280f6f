// Anything that infers a vector for a word from its form and contexts: the trained Model, and the
// baselines it is compared with.
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

  // The word must be normalised by normal_word(). Empty if nothing is known about it.
  [[nodiscard]] virtual std::optional<std::vector<float>> infer_vector(
      std::string_view word, const ContextEvidence& contexts) const = 0;

  // Whether the vector of this word (normalised likewise) was used in training, so that the word
  // cannot be used for testing. Empty if that is not known.
  [[nodiscard]] virtual std::optional<bool> has_learned_from(std::string_view word) const = 0;

  const Embeddings& vectors() const { return *weighted_vectors().vectors; }
  std::size_t dimension() const { return vectors().dimension(); }
};

}  // namespace oovec::inline model
