#include "lab/baselines/subword_vectors.h"

#include "oovec/base/error.h"
#include "oovec/vectors/resolve_text.h"
#include "oovec/vectors/subwords.h"

namespace oovec::lab {

SubwordVectors::SubwordVectors(std::shared_ptr<const Embeddings> vectors, const std::string& name,
                               const TokenizerOptions& text)
    : vectors_(std::move(vectors)), text_(resolve_text(text, *vectors_)) {
  if (!vectors_->subwords())
    throw Error(ErrorKind::usage, name + " has no subwords; train it with -maxn above 0");
}

std::optional<std::vector<float>> SubwordVectors::infer_vector(std::string_view word,
                                                               const ContextEvidence&) const {
  if (word.empty()) return std::nullopt;  // "<>" might be a subword
  return vectors_->subwords()->vector_of(word);
}

std::optional<bool> SubwordVectors::has_learned_from(std::string_view word) const {
  return vectors_->find(word).has_value();
}

}  // namespace oovec::lab
