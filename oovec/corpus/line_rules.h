// Where the texts are in the files of a corpus (one per line, in a field of JSON lines or in a
// column of CSV), and how many lines may be unreadable.
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
    field("jsonl", jsonl, "Read each line as a JSON object and take the text from this field.");
    field("csv", csv, "Read files as CSV with a header line and take the text from this column.");
    field("strict", strict,
          R"(Stop at the first bad line (not UTF-8, JSON or CSV, as required) instead of skipping
             it.)");
    field("bad-lines", bad_lines, "Share of bad lines to tolerate, from 0 to 1; more is an error.",
          Range{0, 1}, Effect::none);
  }

  // Whether a text is just a line.
  bool is_plain() const { return jsonl.empty() && csv.empty(); }
};

}  // namespace oovec::inline corpus
