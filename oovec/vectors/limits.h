// What a file of vectors may announce. The limits are the same for every format, and such that no
// product of them overflows: words × dimension × 8 bytes and dimension² × 8 bytes are below 2⁶⁰.
#pragma once

#include <cstddef>
#include <cstdint>

namespace oovec::inline vectors {

// No known embedding comes near; a larger number is a sign of a damaged or foreign file.
inline constexpr std::uint64_t max_dimension = 1 << 20;

// The same for a word, in bytes. It bounds how far binary formats are searched for a word's end.
inline constexpr std::size_t max_word_size = 64 << 10;

// As many as 32 bits tell apart, with one to spare for none.
inline constexpr std::uint64_t max_words = (1ULL << 32) - 2;

static_assert(max_words * max_dimension * sizeof(double) < 1ULL << 60);

}  // namespace oovec::inline vectors
