// The text files that evaluation data come in: lines (io/lines.h) of UTF-8.
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

  // What stands between tabs, without blanks at either end. Throws unless there are `count` fields
  // and none is empty; `expected` tells what they should be.
  std::vector<std::string> fields(const DataLine& line, std::size_t count,
                                  std::string_view expected) const;

  // Throws Error(malformed): "name:line: what".
  [[noreturn]] void refuse(const DataLine& line, std::string_view what) const;
};

// Throws Error(malformed) for a line that is not UTF-8.
[[nodiscard]] DataFile read_data_file(Input& input);

// A file of items, one per line: lines that begin with # are comments. Throws Error(malformed) if
// there is no other.
[[nodiscard]] DataFile read_items(const std::string& path);

}  // namespace oovec::lab
