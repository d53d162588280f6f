// The results of systems on pairs of rare words, made-up words, word similarity and sentences:
// means over seeds, intervals, and tests of differences. Definitions are in definition_results.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/experiment/outcome.h"

namespace oovec::lab {

// `data` has the names of files as results show them. p-values are against the system called
// `baseline` or, if that is empty, against the best system of a table.
MeasureResults rare_word_results(const std::vector<SystemOutcome>& outcomes,
                                 const std::string& data, std::uint64_t trials,
                                 const std::string& baseline);
MeasureResults chimera_results(const std::vector<SystemOutcome>& outcomes,
                               const std::vector<std::string>& data, const std::string& baseline);

// Compares systems on the pairs that all of them have vectors for. A system that has vectors for no
// pair is ignored.
MeasureResults similarity_results(const std::vector<SystemOutcome>& outcomes,
                                  const std::vector<std::string>& data, const std::string& baseline,
                                  int threads);

MeasureResults sentence_results(const std::vector<SystemOutcome>& outcomes, const std::string& data,
                                const std::string& baseline);

}  // namespace oovec::lab
