// The vectors of words, made ready to be searched again and again, one query at a time.
//
//   const SearchRows words(vectors);
//   for (const Neighbor& n : nearest(words.rows(), query, 10).front()) use(vectors->word(n.row));
//
// Answers are those of nearest() and ranks() without it (nearest.h), to the bit; a single query is
// many times as fast. The first search makes a copy of the vectors with a byte per number, a
// quarter of their size, and searches that first: only the few rows that may win are scored
// exactly. Any number of threads may search; those that come while the copy is being made do
// without.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "oovec/search/nearest.h"

namespace oovec::inline search {

class SearchRows {
 public:
  explicit SearchRows(std::shared_ptr<const Embeddings> vectors);

  // All rows, to be searched while this object lives. The first call makes the copy, on `threads`
  // threads (0 means one per core), and verifies mapped vectors.
  [[nodiscard]] Rows rows(int threads = 0) const;

  // Of memory that the copy takes; 0 while there is none.
  std::size_t copy_bytes() const;

 private:
  enum class State : std::uint8_t { none, busy, made };

  void make_copy(int threads) const;

  std::shared_ptr<const Embeddings> vectors_;
  mutable std::atomic<State> state_ = State::none;
  mutable std::shared_ptr<const std::uint8_t[]> copy_;  // compact_rows.h; set before `made`
};

}  // namespace oovec::inline search
