// Cuts an input into blocks of whole lines, for working on them in parallel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "oovec/io/input.h"

namespace oovec::inline io {

struct LineBlock {
  std::vector<char> bytes;  // ends with a line end, but at the end of the input or of a cut line
  std::uint64_t offset;     // of the first byte in the input

  std::string_view text() const { return {bytes.data(), bytes.size()}; }
};

class LineBlocks {
 public:
  enum class LongLines {
    refuse,  // a line longer than max_line is an error
    cut,     // a line that fills a block is cut after its last blank, or else anywhere
  };

  LineBlocks(Input& input, LongLines long_lines, std::size_t block_size = default_block_size)
      : input_(input), long_lines_(long_lines), block_size_(block_size) {}

  // For records that span lines, as in CSV: find_end(text) is one past the end of the last complete
  // record, 0 if none is complete. A record longer than max_line is an error.
  using FindEnd = std::function<std::size_t(std::string_view)>;
  LineBlocks(Input& input, FindEnd find_end, std::size_t block_size = default_block_size)
      : input_(input),
        long_lines_(LongLines::refuse),
        block_size_(block_size),
        find_end_(std::move(find_end)) {}

  // Skips the next `bytes`, such as a header.
  void skip(std::size_t bytes);

  // Nothing at the end. Where lines are cut depends on the line alone, not on what precedes it.
  [[nodiscard]] std::optional<LineBlock> next();

  static constexpr std::size_t default_block_size = 1 << 20;
  static constexpr std::size_t max_line = 64 << 20;

 private:
  std::size_t more_for(std::size_t had) const;
  std::size_t find_block_end(std::string_view block) const;

  Input& input_;
  LongLines long_lines_;
  std::size_t block_size_;
  FindEnd find_end_;         // if it is not that of lines
  std::vector<char> carry_;  // what has been read beyond the last block
  std::uint64_t offset_ = 0;
  bool at_end_ = false;
};

}  // namespace oovec::inline io
