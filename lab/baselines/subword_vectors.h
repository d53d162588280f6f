// fastText (Bojanowski et al. 2017) as a baseline: words have the vectors that a model makes of
// their n-grams, contexts do not matter. A word of the model's own vocabulary counts as unknown,
// but the n-grams have learned from it.
#pragma once

#include <memory>

#include "oovec/model/inferrer.h"

namespace oovec::lab {

class SubwordVectors : public Inferrer {
 public:
  // `name` is what messages call them. Throws Error(usage) if the vectors have no subwords.
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
