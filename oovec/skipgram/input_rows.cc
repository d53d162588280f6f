#include "oovec/skipgram/input_rows.h"

#include <algorithm>

#include "oovec/base/kernels.h"

namespace oovec::inline skipgram {

InputRows::InputRows(const Vocabulary& words, SubwordLengths lengths, std::size_t buckets)
    : rows_(words.size() + buckets), begins_{0} {
  for (std::size_t word = 0; word < words.size(); ++word) {
    parts_.push_back(static_cast<std::uint32_t>(word));
    for_each_subword(words.view().word(word), lengths, [&](std::uint32_t hash) {
      parts_.push_back(static_cast<std::uint32_t>(words.size() + hash % buckets));
    });
    begins_.push_back(parts_.size());
  }
}

void InputRows::mean(const AlignedRows& matrix, std::size_t word, std::span<float> mean) const {
  const std::span<const std::uint32_t> rows = of(word);
  std::fill(mean.begin(), mean.end(), 0.0F);
  const auto share = static_cast<float>(1.0 / static_cast<double>(rows.size()));
  for (const std::uint32_t row : rows) axpy(1, std::span(matrix.row(row), mean.size()), mean);
  for (float& value : mean) value *= share;
}

}  // namespace oovec::inline skipgram
