// Cuts an input into blocks of whole lines, for parsing in parallel. Not part of the public
// interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "oovec/vectors/reader.h"

namespace oovec {

struct LineBlock {
  std::vector<char> bytes;  // ends with a line end, except at the end of the input
  std::uint64_t offset;     // of the first byte in the input

  std::string_view text() const { return {bytes.data(), bytes.size()}; }
};

class LineBlocks {
 public:
  explicit LineBlocks(PeekedInput& input, std::size_t block_size = default_block_size)
      : input_(input), block_size_(block_size) {}

  // Passes over the next `bytes`, a header for instance.
  void skip(std::size_t bytes);

  // Nothing at the end. Throws if a line is longer than `max_line`.
  std::optional<LineBlock> next();

  static constexpr std::size_t default_block_size = 1 << 20;
  static constexpr std::size_t max_line = 64 << 20;

 private:
  PeekedInput& input_;
  std::size_t block_size_;
  std::vector<char> carry_;  // the beginning of a line whose end has not been read yet
  std::uint64_t offset_ = 0;
};

}  // namespace oovec
