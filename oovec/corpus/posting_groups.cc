#include "oovec/corpus/posting_groups.h"

#include <algorithm>
#include <optional>

#include "oovec/base/parallel.h"

namespace oovec::inline corpus {
namespace {

constexpr std::size_t window_size = std::size_t{4} << 20;  // postings in memory, about
constexpr std::size_t piece_size = std::size_t{16} << 10;  // postings read at a time

// The keys from `first` to the one before `last`, and what was added with them.
struct Window {
  std::size_t first, last;
  std::vector<Posting> postings{};
};

}  // namespace

// As many keys as fit are collected at a time, in a scan of all postings for each such window.
void PostingGroups::for_each(int threads, const Use& use) {
  postings_.flush();
  std::size_t next = 0;
  const std::size_t most = window_size / (2 * resolve_threads(threads));
  const auto next_window = [&]() -> std::optional<Window> {
    if (next == counts_.size()) return std::nullopt;
    const std::size_t first = next;
    for (std::size_t total = 0; next < counts_.size(); ++next) {
      total += counts_[next];
      if (total > most && next > first) break;
    }
    return Window{first, next};
  };
  ordered_pipeline<Window, Window>(
      threads, next_window,
      [&](Window& window) {
        return Window{window.first, window.last, collect(window.first, window.last)};
      },
      [&](Window& window) {
        std::span<const Posting> rest(window.postings);
        for (std::size_t key = window.first; key < window.last; ++key) {
          use(static_cast<std::uint32_t>(key), rest.first(counts_[key]));
          rest = rest.subspan(counts_[key]);
        }
      });
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
