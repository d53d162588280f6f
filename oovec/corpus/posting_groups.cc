#include "oovec/corpus/posting_groups.h"

#include <algorithm>

namespace oovec::inline corpus {
namespace {

constexpr std::size_t window_size = std::size_t{4} << 20;  // postings collected at a time
constexpr std::size_t piece_size = std::size_t{16} << 10;  // postings read at a time

}  // namespace

// As many keys as fit are collected at a time, in a scan of all postings for each such window.
void PostingGroups::for_each(const Use& use) {
  postings_.flush();
  for (std::size_t first = 0; first < counts_.size();) {
    std::size_t last = first;
    for (std::size_t total = 0; last < counts_.size(); ++last) {
      total += counts_[last];
      if (total > window_size && last > first) break;
    }
    const std::vector<Posting> window = collect(first, last);
    std::span<const Posting> rest(window);
    for (; first < last; ++first) {
      use(static_cast<std::uint32_t>(first), rest.first(counts_[first]));
      rest = rest.subspan(counts_[first]);
    }
  }
}

// The postings of keys first … last - 1, by key: each goes to the next place of its key.
std::vector<Posting> PostingGroups::collect(std::size_t first, std::size_t last) const {
  std::vector<std::size_t> next = {0};
  for (std::size_t key = first; key < last; ++key) next.push_back(next.back() + counts_[key]);
  std::vector<Posting> window(next.back());
  std::vector<Posting> piece;
  for (std::size_t at = 0; at < postings_.size(); at += piece.size()) {
    piece.resize(std::min(piece_size, postings_.size() - at));
    postings_.file().read(at * sizeof(Posting), std::as_writable_bytes(std::span(piece)));
    for (const Posting& posting : piece)
      if (posting.key >= first && posting.key < last) window[next[posting.key - first]++] = posting;
  }
  return window;
}

}  // namespace oovec::inline corpus
