#include "oovec/train/ngram_lengths.h"

#include <algorithm>
#include <vector>

namespace oovec::inline train {

std::size_t median_word_length(const Embeddings& vectors) {
  if (vectors.size() == 0) return 0;
  std::vector<std::size_t> lengths;
  lengths.reserve(vectors.size());
  for (std::size_t row = 0; row < vectors.size(); ++row)
    lengths.push_back(count_code_points(vectors.word(row)));
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>((lengths.size() - 1) / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

NgramLengths fitting_ngrams(const Embeddings& vectors, std::uint32_t longest) {
  const std::size_t median = median_word_length(vectors);
  if (median > short_words) return {3, longest};
  return {1, static_cast<std::uint32_t>(median + 1)};
}

}  // namespace oovec::inline train
