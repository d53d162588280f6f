// Lines of text. They end at \n only; a \r before it is dropped, and so is the byte order mark that
// Windows programs put at the start of a file. The last line need not have an end.
//
//   LineReader lines(*input);
//   while (const auto line = lines.next()) use(line->number, line->text);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "oovec/io/input.h"
#include "oovec/io/line_blocks.h"

namespace oovec::inline io {

// 3 if the text begins with U+FEFF, else 0.
[[nodiscard]] std::size_t byte_order_mark_size(std::string_view text);

// Cuts off and returns the first line of a text, without its end.
[[nodiscard]] std::string_view cut_line(std::string_view& text);

struct NumberedLine {
  std::uint64_t number;  // from 1
  std::string_view text;
};

class LineReader {
 public:
  explicit LineReader(Input& input) : blocks_(input, LineBlocks::LongLines::refuse) {}

  // Valid until the next call; nothing after the last line. A line of more than 64 MiB is an
  // Error(malformed).
  [[nodiscard]] std::optional<NumberedLine> next();

 private:
  LineBlocks blocks_;
  std::optional<LineBlock> block_;
  std::string_view left_;  // of the block
  std::uint64_t number_ = 0;
};

}  // namespace oovec::inline io
