#include "oovec/corpus/index_data.h"

namespace oovec {

IndexTotals& IndexTotals::operator+=(const IndexTotals& other) {
  lines += other.lines;
  bad_lines += other.bad_lines;
  sentences += other.sentences;
  tokens += other.tokens;
  return *this;
}

IndexView IndexData::view() const {
  return {settings,   totals,           words.view(),      listed,
          counts,     posting_offsets,  posting_sentences, posting_positions,
          priorities, sentence_offsets, sentence_bytes};
}

}  // namespace oovec
