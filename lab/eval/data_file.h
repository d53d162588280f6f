// Text files with evaluation data: lines (io/lines.h) of UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/io/input.h"

namespace oovec::lab {

struct DataLine {
  std::uint64_t number;  // from 1
  std::string text;      // without blanks at either end
};

// The lines of a file that are not blank.
struct DataFile {
  std::string name;
  std::vector<DataLine> lines;

  // The fields between tabs, without blanks at either end. Throws unless there are `count` fields
  // and none is empty; the message says what is `expected`.
  std::vector<std::string> fields(const DataLine& line, std::size_t count,
                                  std::string_view expected) const;

  // Throws Error(malformed): "name:line: what".
  [[noreturn]] void refuse(const DataLine& line, std::string_view what) const;
};

// Throws Error(malformed) if a line is not UTF-8.
[[nodiscard]] DataFile read_data_file(Input& input);

// Reads a file of items, one per line, without comments (lines that begin with #). Throws
// Error(malformed) if there is no item.
[[nodiscard]] DataFile read_items(const std::string& path);

}  // namespace oovec::lab
