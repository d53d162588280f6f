// One row of a text vectors file: "word number number …". Not part of the public interface.
//
// Fields are separated by blanks and tabs. A word may itself contain them ("ice cream"), so the
// numbers are the last `dimension` fields and the word is whatever stands before them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "oovec/vectors/report.h"

namespace oovec::inline vectors {

struct RowProblem {
  ProblemKind kind;
  std::string message;  // the remedy is always to leave the row out
};

// Parses one line, without its line end, into `word` and `values`. Returns what is wrong, if
// anything; the word may then be anything.
[[nodiscard]] std::optional<RowProblem> parse_row(std::string_view line, std::string_view& word,
                                                  std::span<float> values);

// How many numbers a line ends in, without its first field: the dimension that it suggests.
[[nodiscard]] std::size_t count_trailing_numbers(std::string_view line);

// Blanks, tabs and a carriage return at the end of a line carry nothing.
[[nodiscard]] std::string_view trim_line_end(std::string_view line);

// True if the word, written before its numbers, would be read back as it is.
bool text_can_hold(std::string_view word);

}  // namespace oovec::inline vectors
