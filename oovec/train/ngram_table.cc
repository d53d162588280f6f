#include "oovec/train/ngram_table.h"

#include <algorithm>
#include <numeric>

namespace oovec::inline train {
namespace {

// N-grams and the number of different words each occurs in.
struct Census {
  Vocabulary ngrams;
  std::vector<std::uint32_t> words;
};

Census count_ngrams(const Embeddings& vectors, std::span<const std::uint32_t> rows,
                    NgramLengths lengths) {
  Census census;
  std::vector<std::uint32_t> last_word;  // per n-gram, so that a word counts once
  Ngrams ngrams(lengths);
  for (const std::uint32_t row : rows)
    for (const std::string_view ngram : ngrams.of(vectors.word(row))) {
      const auto known = census.ngrams.insert(ngram);
      if (!known) {
        census.words.push_back(1);
        last_word.push_back(row);
      } else if (last_word[*known] != row) {
        ++census.words[*known];
        last_word[*known] = row;
      }
    }
  return census;
}

// Frequent n-grams first, so that what is used most lies together in memory; among equals by
// spelling, so that the order of words does not matter.
Vocabulary select_ngrams(const Census& census, std::uint32_t min_words) {
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < census.words.size(); ++i)
    if (census.words[i] >= min_words) kept.push_back(static_cast<std::uint32_t>(i));
  const VocabularyView all = census.ngrams.view();
  std::sort(kept.begin(), kept.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (census.words[a] != census.words[b]) return census.words[a] > census.words[b];
    return all.word(a) < all.word(b);
  });
  Vocabulary selected = no_ngrams();
  for (const std::uint32_t ngram : kept) selected.insert(all.word(ngram));
  return selected;
}

}  // namespace

Vocabulary no_ngrams() {
  Vocabulary ngrams;
  ngrams.insert(std::string_view(&unknown_ngram, 1));
  return ngrams;
}

NgramTable::NgramTable(const Embeddings& vectors, std::span<const std::uint32_t> words,
                       NgramLengths lengths, std::uint32_t min_words)
    : lengths_(lengths),
      ngrams_(select_ngrams(count_ngrams(vectors, words, lengths), min_words)),
      begins_(vectors.size() + 1) {
  Ngrams ngrams(lengths);
  for (const std::uint32_t row : words) begins_[row + 1] = ngrams.of(vectors.word(row)).size();
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  numbers_.resize(begins_.back());
  for (const std::uint32_t row : words) {
    std::uint64_t at = begins_[row];
    for (const std::string_view ngram : ngrams.of(vectors.word(row)))
      numbers_[at++] = number(ngram);
  }
}

void NgramTable::add(std::string_view spelling) {
  Ngrams ngrams(lengths_);
  for (const std::string_view ngram : ngrams.of(spelling)) numbers_.push_back(number(ngram));
  begins_.push_back(numbers_.size());
}

std::uint32_t NgramTable::number(std::string_view ngram) const {
  return static_cast<std::uint32_t>(ngrams_.find(ngram).value_or(0));
}

}  // namespace oovec::inline train
