// The metrics on definitions (lab/eval/definitions.h) over seeds, and the paper's analyses: metrics
// by group of words, weights of the context, and how adding form or context changes ranks.
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lab/experiment/outcome.h"

namespace oovec::lab {

// Pairs of a word and its group.
using WordGroups = std::vector<std::pair<std::string, std::string>>;

// Reads lines "word TAB group". Throws Error(malformed) for any other line, and for a word in two
// groups.
[[nodiscard]] WordGroups read_groups(const std::string& path);

// Throws Error(usage) if none of the words has a group.
void check_groups(const WordGroups& groups, const std::vector<std::string>& words);

// Checks the groups, then computes the results. If there are no groups, words are grouped by
// whether a known word has the same stem. `data` is the name of the file. p-values are for the MRR,
// against the system called `baseline` or, if that is empty, the best one.
MeasureResults definition_results(const std::vector<SystemOutcome>& outcomes,
                                  const WordGroups& groups, const std::string& data,
                                  const std::string& baseline);

// The buckets of rank differences in the paper's figure.
inline constexpr std::array<int, 9> rank_buckets = {-10000, -1000, -100, -10,  0,
                                                    10,     100,   1000, 10000};
// The bucket nearest to a difference; of two equally near ones, the smaller.
std::size_t nearest_bucket(std::int64_t difference);

}  // namespace oovec::lab
