// The texts of a block of a corpus: lines of text or of JSON, or records of CSV. Not part of the
// public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/corpus/line_rules.h"
#include "oovec/io/line_blocks.h"

namespace oovec::inline corpus {

// Where the text is in the records of a CSV file.
struct CsvColumn {
  char delimiter = ',';
  std::size_t number = 0;                // of the column, from 0
  std::size_t columns = 0;               // that each record has
  std::vector<std::size_t> values = {};  // numbers of the columns in LineRules::values
};

struct TextBlock {
  LineBlock lines;
  std::string source;  // what messages call it
  CsvColumn csv;
  std::uint64_t first_line = 1;  // its number in the file; known for CSV only
};

struct LineCounts {
  std::uint64_t lines = 0;  // of CSV, records
  std::uint64_t empty_lines = 0;
  std::uint64_t bad_lines = 0;
  std::string first_bad;  // where the first bad one is, and why it is bad

  LineCounts& operator+=(const LineCounts& other);
};

// A line of the text of a record, and its other values.
struct TextRecord {
  std::string_view text;
  std::span<const std::string> values;  // of LineRules::values; empty where the record has none
  std::uint64_t number;                 // of the record, from 1 where the counts begin
};

// Calls use(record) for every line of text in the block, without line ends, and counts lines.
// Throws Error(malformed) at the first bad one if the rules are strict. Numbers of JSON are given
// as text.
void for_each_record(const TextBlock& block, const LineRules& rules, LineCounts& counts,
                     const std::function<void(const TextRecord&)>& use);

// The same with use(text).
void for_each_text(const TextBlock& block, const LineRules& rules, LineCounts& counts,
                   const std::function<void(std::string_view)>& use);

}  // namespace oovec::inline corpus
