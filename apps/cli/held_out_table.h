// The quality of a model on words it has not learned from, as a table and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/print.h"
#include "oovec/model/lengths.h"
#include "oovec/train/held_out.h"

namespace oovec::cli {

// A table with a few lines for each number of contexts: the model, form alone, contexts alone.
[[nodiscard]] std::string held_out_table(const HeldOutReport& report);

// Two tables, of median ranks and MRRs: a line for words of like frequency, a column for each
// number of contexts.
[[nodiscard]] std::string frequency_tables(const HeldOutReport& report);

// A table of the expected and the actual cosine for each tenth of the words.
[[nodiscard]] std::string calibration_table(const HeldOutReport& report);

// "3.29 … 4.74 … 6.14", or a dash for none; and as an object, or null.
[[nodiscard]] std::string lengths_text(const std::optional<Lengths>& lengths);
[[nodiscard]] Json lengths_json(const std::optional<Lengths>& lengths);

// The heads of such columns, and how wide they are.
inline constexpr const char* inferred_lengths_head = "length 5 … 50 … 95 %";
inline constexpr const char* true_lengths_head = "true 5 … 50 … 95 %";
inline constexpr int lengths_width = 22;

// An array with an object for each number of contexts.
[[nodiscard]] Json held_out_json(const std::vector<HeldOutRow>& rows);

// An array with an object for each band of frequencies: its bounds, and such an array.
[[nodiscard]] Json frequencies_json(const HeldOutReport& report);

}  // namespace oovec::cli
