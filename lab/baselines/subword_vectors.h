// fastText (Bojanowski et al. 2017) as a baseline: a word gets the vector that a fastText model
// computes from its n-grams, and contexts are ignored. A word of the model's own vocabulary is
// treated as unknown, although its n-grams have learned from it.
#pragma once

#include <memory>

#include "oovec/model/inferrer.h"

namespace oovec::lab {

class SubwordVectors : public Inferrer {
 public:
  // Messages call the model `name`. Throws Error(usage) if the vectors have no subwords.
  SubwordVectors(std::shared_ptr<const Embeddings> vectors, const std::string& name,
                 const TokenizerOptions& text = {});

  TokenizerOptions text() const override { return text_; }
  WeightedVectors weighted_vectors() const override { return {vectors_.get(), {}}; }
  [[nodiscard]] std::optional<std::vector<float>> infer_vector(
      std::string_view word, const ContextEvidence& contexts) const override;
  [[nodiscard]] std::optional<bool> has_learned_from(std::string_view word) const override;

 private:
  std::shared_ptr<const Embeddings> vectors_;
  TokenizerOptions text_;
};

}  // namespace oovec::lab
