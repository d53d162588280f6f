// The two random choices of skip-gram, both by the frequency of words (Mikolov et al. 2013): which
// tokens of the text are used, and which words serve as negatives. Not part of the public
// interface. A word is a number here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "oovec/base/random.h"

namespace oovec::inline base {

// The probability to keep a token of each word, for its share f of all tokens: √(t/f) + t/f, or 1
// if that is more or t is 0.
std::vector<float> keep_probabilities(std::span<const std::uint64_t> counts, double t);

// Draws words with probability proportional to count^0.75, in constant time: Walker's alias method.
// Of as many columns as words, all equally likely, each belongs to its own word up to `own` and to
// `other` beyond.
class NoiseWords {
 public:
  explicit NoiseWords(std::span<const std::uint64_t> counts);

  std::uint32_t draw(Random& random) const {
    const Column& column = columns_[random.below(columns_.size())];
    return random.unit() < column.own ? static_cast<std::uint32_t>(&column - columns_.data())
                                      : column.other;
  }

  // The probability that two draws give the same word.
  double repetition() const { return repetition_; }

 private:
  struct Column {
    float own;
    std::uint32_t other;
  };

  std::vector<Column> columns_;
  double repetition_ = 0;
};

}  // namespace oovec::inline base
