// The vectors of words, prepared for many searches with one query each.
//
//   const SearchRows words(vectors);
//   for (const Neighbor& n : nearest(words.rows(), query, 10).front()) use(vectors->word(n.row));
//
// The results have the same bits as those of nearest() and ranks() on plain rows (nearest.h); a
// single query is many times as fast. The first search makes a copy of the vectors with a byte per
// number, a quarter of their size. Searches scan the copy first, and score exactly only the few
// rows that may be among the nearest. Any number of threads may search; while one makes the copy,
// the others search without it.
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

  // All rows; they may be searched as long as this object lives. The first call makes the copy on
  // `threads` threads (0: one per core) and verifies mapped vectors.
  [[nodiscard]] Rows rows(int threads = 0) const;

  // The memory that the copy takes; 0 if there is none yet.
  std::size_t copy_bytes() const;

 private:
  enum class State : std::uint8_t { none, busy, made };

  void make_copy(int threads) const;

  std::shared_ptr<const Embeddings> vectors_;
  mutable std::atomic<State> state_ = State::none;
  mutable std::shared_ptr<const std::uint8_t[]> copy_;  // compact_rows.h; set before `made`
};

}  // namespace oovec::inline search
