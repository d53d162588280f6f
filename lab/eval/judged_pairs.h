// Pairs of words whose similarity people have judged: w1 TAB w2 TAB score, or with blanks in place
// of tabs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/eval/data_file.h"

namespace oovec::lab {

struct JudgedPair {
  std::string first, second;
  double score;
};

// Throws Error(malformed) if the line does not have this form.
[[nodiscard]] JudgedPair parse_pair(const DataFile& file, const DataLine& line);

// Throws Error(malformed), which names the line, unless `text` is a finite number.
[[nodiscard]] double parse_score(const DataFile& file, const DataLine& line, std::string_view text);

}  // namespace oovec::lab
