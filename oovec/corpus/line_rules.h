// How the texts of a corpus lie in its files: one per line, in a field of JSON lines or in a column
// of CSV; and how many lines may be unreadable.
#pragma once

#include <string>
#include <vector>

#include "oovec/base/options.h"

namespace oovec::inline corpus {

// A line is bad if it is not UTF-8, or not as `jsonl` or `csv` has it.
struct LineRules {
  std::string jsonl;
  std::string csv;
  bool strict = false;
  double bad_lines = 0.1;

  // Further columns or fields to read with each text; of JSON lines or CSV only.
  std::vector<std::string> values;

  template <class Visitor>
  void fields(Visitor&& field) {
    field("jsonl", jsonl, "lines are JSON objects, the text is in this field");
    field("csv", csv, "files are CSV with a header line, the text is in this column");
    field("strict", strict,
          "stop at a line that is not UTF-8 (or JSON, or CSV) instead of passing over it");
    field("bad-lines", bad_lines, "share of the lines that may be passed over; more is an error",
          Range{0, 1}, Effect::none);
  }

  // Whether a text is just a line.
  bool is_plain() const { return jsonl.empty() && csv.empty(); }
};

}  // namespace oovec::inline corpus
