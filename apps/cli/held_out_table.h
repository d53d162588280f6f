// How good a model is on words it has not learned from, for people and for programs.
#pragma once

#include <string>

#include "apps/cli/print.h"
#include "oovec/train/held_out.h"

namespace oovec::cli {

// A table with a few lines for each number of contexts: the model, form alone, contexts alone.
[[nodiscard]] std::string held_out_table(const HeldOutReport& report);

// A table of what cosine was expected and what it was, for each tenth of the words.
[[nodiscard]] std::string calibration_table(const HeldOutReport& report);

// An array with all of it, an object for each number of contexts.
[[nodiscard]] Json held_out_json(const HeldOutReport& report);

}  // namespace oovec::cli
