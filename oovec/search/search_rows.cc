#include "oovec/search/search_rows.h"

#include <algorithm>
#include <new>
#include <vector>

#include <hwy/aligned_allocator.h>
#include "oovec/base/parallel.h"
#include "oovec/search/compact_rows.h"

namespace oovec::inline search {
namespace {

constexpr std::size_t copied_at_once = 16 * compact_panel_rows;

}  // namespace

SearchRows::SearchRows(std::shared_ptr<const Embeddings> vectors) : vectors_(std::move(vectors)) {}

std::size_t SearchRows::copy_bytes() const {
  return state_ == State::made ? compact_size(vectors_->size(), vectors_->dimension()) : 0;
}

// Nobody waits for the one who makes the copy: a child that is forked meanwhile has no such thread.
Rows SearchRows::rows(int threads) const {
  Rows rows = rows_of(*vectors_, threads);
  const bool can_be_compact = vectors_->size() > 0 && rows.dimension <= most_compact_dimensions;
  if (State none = State::none;
      can_be_compact && state_.compare_exchange_strong(none, State::busy)) {
    try {
      make_copy(threads);
    } catch (...) {
      state_ = State::none;
      throw;
    }
    state_ = State::made;
  }
  if (state_ == State::made) rows.compact = copy_.get();
  return rows;
}

void SearchRows::make_copy(int threads) const {
  const Rows rows = rows_of(*vectors_, threads);
  const std::size_t dimension = rows.dimension;
  const std::shared_ptr<std::uint8_t[]> copy =
      hwy::AllocateAligned<std::uint8_t>(compact_size(rows.size(), dimension));
  if (!copy) throw std::bad_alloc();
  const std::size_t parts = (rows.size() + copied_at_once - 1) / copied_at_once;
  parallel_for(threads, parts, [&](std::size_t part) {
    std::vector<float> decoded;
    const std::size_t first = part * copied_at_once;
    const std::size_t count = std::min(copied_at_once, rows.size() - first);
    oovec::make_compact(rows.numbers(first, count, decoded), count, dimension,
                        copy.get() + compact_size(first, dimension));
  });
  vectors_->check_intact();
  copy_ = copy;
}

}  // namespace oovec::inline search
