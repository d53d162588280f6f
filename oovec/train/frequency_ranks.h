// How frequent the words of the vectors are, as ranks: 0 is the most frequent.
//
// Most vectors files are sorted by frequency in a text larger than the corpus at hand. The corpus
// tells whether a file is: its order must agree with the counts of the words that occur.
#pragma once

#include <cstdint>
#include <vector>

#include "oovec/corpus/context_index.h"

namespace oovec::inline train {

struct FrequencyRanks {
  std::vector<std::uint32_t> of;  // per row of the vectors
  bool by_file;                   // the order of the file; else by counts
  double correlation;             // Spearman's ρ of that order and the counts, of words that occur

  // Above this correlation, the order of the file is used.
  static constexpr double credible = 0.15;
};

// Words that do not occur share a rank, where the order of the file says nothing.
[[nodiscard]] FrequencyRanks frequency_ranks(const ContextIndex& index);

}  // namespace oovec::inline train
