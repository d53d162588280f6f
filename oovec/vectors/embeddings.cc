#include "oovec/vectors/embeddings.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/io/tensor_file.h"
#include "oovec/text/utf8.h"
#include "oovec/vectors/packed_rows.h"
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
  prepare_lookup();
}

// Memory that is zero takes none until it is written to.
void Embeddings::prepare_lookup() {
  words_verified_ = std::make_shared<std::atomic<bool>>(file_ == nullptr);
  tags_.reset(static_cast<std::uint8_t*>(std::calloc(words_.slots.size(), 1)), std::free);
}

Embeddings::Embeddings(std::shared_ptr<const TensorFile> file, VocabularyView words,
                       std::span<const float> values, std::size_t dimension)
    : file_(std::move(file)), words_(words), values_(values), dimension_(dimension) {
  words_.file = file_.get();
  prepare_lookup();
}

Embeddings::Embeddings(std::shared_ptr<const TensorFile> file, VocabularyView words,
                       std::shared_ptr<const PackedRows> rows, std::size_t dimension)
    : file_(std::move(file)), words_(words), packed_(std::move(rows)), dimension_(dimension) {
  words_.file = file_.get();
  prepare_lookup();
}

std::string_view Embeddings::word(std::size_t row) const {
  const std::string_view word = words_.word(row);
  if (file_ && find_invalid_utf8(word))
    throw Error(ErrorKind::malformed,
                fmt::format("{}: word {} is not UTF-8; write the file again from its source",
                            file_->path(), row + 1));
  return word;
}

std::span<const float> Embeddings::row(std::size_t row) const {
  if (packed_) return packed_->row(row);
  const std::span<const float> values = values_.subspan(row * dimension_, dimension_);
  if (file_) file_->verify(std::as_bytes(values));
  return values;
}

void Embeddings::verify(int threads) const {
  if (file_) file_->verify_all(threads);
}

void Embeddings::verify_words() const {
  if (*words_verified_) return;
  words_.verify();
  *words_verified_ = true;
}

void Embeddings::check_intact() const {
  if (file_) file_->check_intact();
}

void Embeddings::verify_rows(int threads) const {
  if (packed_)
    packed_->verify(threads);
  else if (file_)
    file_->verify(std::as_bytes(values_), threads);
}

void Embeddings::copy_rows(std::size_t first, std::span<float> values) const {
  if (packed_)
    packed_->decode(first, values);
  else
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(first * dimension_), values.size(),
                values.begin());
}

RowType Embeddings::row_type() const { return packed_ ? packed_->type() : RowType::float32; }

std::span<const float> Embeddings::values(int threads) const {
  if (packed_) return packed_->all(threads);
  if (file_) file_->verify(std::as_bytes(values_), threads);
  return values_;
}

std::span<const float> Embeddings::values(std::span<const std::uint32_t> rows) const {
  if (packed_) {
    for (const std::uint32_t row : rows) (void)packed_->row(row);
    return packed_->kept();
  }
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
  if (!packed_) return hash64(std::as_bytes(values_), hash);
  Hasher hasher(hash);
  std::vector<float> values(dimension_);
  for (std::size_t row = 0; row < size(); ++row) {
    packed_->decode(row, values);
    hasher.add(std::as_bytes(std::span<const float>(values)));
  }
  return hasher.value();
}

}  // namespace oovec::inline vectors
