// How good a model is on words it has not learned from, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/print.h"
#include "oovec/train/held_out.h"

namespace oovec::cli {

// A table with a few lines for each number of contexts: the model, form alone, contexts alone.
[[nodiscard]] std::string held_out_table(const HeldOutReport& report);

// Two tables, of median ranks and MRRs: a line for words of like frequency, a column for each
// number of contexts.
[[nodiscard]] std::string frequency_tables(const HeldOutReport& report);

// A table of what cosine was expected and what it was, for each tenth of the words.
[[nodiscard]] std::string calibration_table(const HeldOutReport& report);

// An array with an object for each number of contexts.
[[nodiscard]] Json held_out_json(const std::vector<HeldOutRow>& rows);

// An array with an object for each band of frequencies: its bounds, and such an array.
[[nodiscard]] Json frequencies_json(const HeldOutReport& report);

}  // namespace oovec::cli
