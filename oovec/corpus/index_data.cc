#include "oovec/corpus/index_data.h"

namespace oovec::inline corpus {

void append_rows(std::span<const IndexToken> tokens, std::vector<std::uint32_t>& rows) {
  for (const IndexToken token : tokens)
    if (token.has_vector()) rows.push_back(token.row());
}

IndexTotals& IndexTotals::operator+=(const IndexTotals& other) {
  lines += other.lines;
  bad_lines += other.bad_lines;
  sentences += other.sentences;
  tokens += other.tokens;
  return *this;
}

IndexView IndexTables::view() const {
  IndexView view;
  view.settings = settings;
  view.totals = totals;
  view.words = words.view();
  view.listed = listed;
  view.counts = counts;
  return view;
}

IndexSummary summarize(const IndexView& index) {
  constexpr std::size_t few = 5;
  IndexSummary summary;
  summary.settings = index.settings;
  summary.totals = index.totals;
  summary.sentences_kept = index.sentences();
  const std::size_t vectors_size = index.settings.vectors_size;
  for (std::size_t i = 0; i < vectors_size; ++i)
    summary.targets_seen += index.counts[i] > 0 ? 1 : 0;
  for (std::size_t i = vectors_size; i < index.counts.size(); ++i) {
    const bool listed = index.listed[i - vectors_size] != 0;
    if (listed || index.counts[i] >= index.settings.novel_min) ++summary.novel_words;
    if (!listed || index.counts[i] > 0) continue;
    if (summary.listed_unseen++ < few) summary.first_unseen.emplace_back(index.words.word(i));
  }
  return summary;
}

}  // namespace oovec::inline corpus
