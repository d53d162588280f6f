#include "oovec/vectors/embeddings.h"

#include <stdexcept>

#include "oovec/base/hash.h"
#include "oovec/io/tensor_file.h"
#include "oovec/vectors/subwords.h"

namespace oovec::inline vectors {

Embeddings::Embeddings(Vocabulary words, Matrix matrix)
    : owned_(std::make_unique<const std::pair<Vocabulary, Matrix>>(std::move(words),
                                                                   std::move(matrix))),
      words_(owned_->first.view()),
      values_(owned_->second.values()),
      dimension_(owned_->second.columns()) {
  if (words_.size() != owned_->second.rows())
    throw std::logic_error("as many words as rows are needed");
}

Embeddings::Embeddings(std::shared_ptr<const TensorFile> file, VocabularyView words,
                       std::span<const float> values, std::size_t dimension)
    : file_(std::move(file)), words_(words), values_(values), dimension_(dimension) {
  words_.file = file_.get();
}

std::span<const float> Embeddings::row(std::size_t row) const {
  const std::span<const float> values = values_.subspan(row * dimension_, dimension_);
  if (file_) file_->verify(std::as_bytes(values));
  return values;
}

void Embeddings::verify(int threads) const {
  if (file_) file_->verify_all(threads);
}

std::span<const float> Embeddings::values(int threads) const {
  if (file_) file_->verify(std::as_bytes(values_), threads);
  return values_;
}

std::span<const float> Embeddings::values(std::span<const std::uint32_t> rows) const {
  if (file_)
    for (const std::uint32_t row : rows)
      file_->verify(std::as_bytes(values_.subspan(row * dimension_, dimension_)));
  return values_;
}

std::optional<std::vector<float>> Embeddings::vector_of(std::string_view word) const {
  if (const auto at = find(word)) {
    const std::span<const float> values = row(*at);
    return std::vector<float>(values.begin(), values.end());
  }
  return subwords_ ? subwords_->vector_of(word) : std::nullopt;
}

std::uint64_t Embeddings::fingerprint(int threads) const {
  verify(threads);
  std::uint64_t hash = hash64(std::as_bytes(words_.bytes), dimension_);
  hash = hash64(std::as_bytes(words_.offsets), hash);
  return hash64(std::as_bytes(values_), hash);
}

}  // namespace oovec::inline vectors
