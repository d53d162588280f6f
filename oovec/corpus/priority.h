// The priority of a sentence for bottom-k sampling: a seeded hash of its tokens, in their order.
// Indexes and stores both sample by it, so their samples of the same text agree.
//
//   SentencePriority priority(seed);
//   for (const Token& token : tokens) priority.add(hash64(token.text));
//   use(priority.value());
#pragma once

#include <bit>
#include <cstdint>

#include "oovec/base/random.h"

namespace oovec::inline corpus {

class SentencePriority {
 public:
  explicit SentencePriority(std::uint64_t seed) : hash_(mix64(seed)) {}

  // Takes the hash64 of the next token's text.
  void add(std::uint64_t token) { hash_ = (std::rotl(hash_, 23) ^ token) * 0x9E3779B97F4A7C15U; }

  [[nodiscard]] std::uint64_t value() const { return mix64(hash_); }

 private:
  std::uint64_t hash_;
};

}  // namespace oovec::inline corpus
