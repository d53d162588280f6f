// The lengths of vectors, and the length that a new word's vector gets.
//
// The length of a vector reflects the frequency of its word rather than its meaning. The frequency
// of a new word is unknown, so its vector gets the length of words of one frequency rank. Vectors
// files list frequent words first, so rows stand for ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "oovec/vectors/embeddings.h"

namespace oovec::inline model {

// The frequency rank assumed for a new word: 20,000, or a sixth of the words.
[[nodiscard]] std::uint64_t new_word_rank(std::uint64_t vocabulary);

// The median length of the 512 rows around that rank, zeros left out; 0 if there is nothing else.
[[nodiscard]] double typical_length(const Embeddings& vectors);

// Throws Error(usage) if vectors are so long or short that gradient descent cannot reach them.
void check_length_for_steps(const Embeddings& vectors);

// Gives the vector this length. One without a direction stays as it is, and so does any vector if
// the length is 0.
void set_length(double length, std::span<float> vector);

// 5 % of the vectors are shorter than `low`, 5 % longer than `high`.
struct Lengths {
  double low, median, high;

  bool operator==(const Lengths&) const = default;
};

// Nothing if there are no lengths.
[[nodiscard]] std::optional<Lengths> describe_lengths(std::vector<double> lengths);

}  // namespace oovec::inline model
