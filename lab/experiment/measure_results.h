// What the systems of an experiment came to on pairs, made-up words and sentences: means over
// seeds, intervals, and tests of differences. Definitions have a file of their own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/experiment/outcome.h"

namespace oovec::lab {

// `data` are names of files, as results show them. p-values are against the system called
// `baseline`, or against the best of a table if that is empty.
MeasureResults rare_word_results(const std::vector<SystemOutcome>& outcomes,
                                 const std::string& data, std::uint64_t trials,
                                 const std::string& baseline);
MeasureResults chimera_results(const std::vector<SystemOutcome>& outcomes,
                               const std::vector<std::string>& data, const std::string& baseline);

// On the pairs that all systems have vectors for; systems that have them for no pair do not count.
MeasureResults similarity_results(const std::vector<SystemOutcome>& outcomes,
                                  const std::vector<std::string>& data, const std::string& baseline,
                                  int threads);

MeasureResults sentence_results(const std::vector<SystemOutcome>& outcomes, const std::string& data,
                                const std::string& baseline);

}  // namespace oovec::lab
