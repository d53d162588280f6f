// The figures of definitions (lab/eval/definitions.h) over seeds, and the paper's analyses of them:
// groups of words, shares of the context, and what adding form or context does to ranks.
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lab/experiment/outcome.h"

namespace oovec::lab {

// Words and the group of each.
using WordGroups = std::vector<std::pair<std::string, std::string>>;

// Throws Error(malformed) for a line that is not word TAB group, or contradicts another.
[[nodiscard]] WordGroups read_groups(const std::string& path);

// Throws Error(usage) if no group has any of the words.
void check_groups(const WordGroups& groups, const std::vector<std::string>& words);

// Without groups, words are grouped by whether a known word has the same stem. Checks the groups,
// too. `data` is the name of the file; p-values are of the MRR, against the system called
// `baseline` or, if that is empty, the best.
MeasureResults definition_results(const std::vector<SystemOutcome>& outcomes,
                                  const WordGroups& groups, const std::string& data,
                                  const std::string& baseline);

// The buckets of rank differences in the paper's figure, and the one that is nearest to a
// difference; of two that are as near, the smaller.
inline constexpr std::array<int, 9> rank_buckets = {-10000, -1000, -100, -10,  0,
                                                    10,     100,   1000, 10000};
std::size_t nearest_bucket(std::int64_t difference);

}  // namespace oovec::lab
