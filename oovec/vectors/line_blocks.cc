#include "oovec/vectors/line_blocks.h"

#include <algorithm>

#include <fmt/format.h>

#include "oovec/base/error.h"

namespace oovec {

void LineBlocks::skip(std::size_t bytes) {
  std::vector<char> skipped(bytes);
  offset_ += input_.read(skipped);
}

std::optional<LineBlock> LineBlocks::next() {
  LineBlock block{std::move(carry_), offset_};
  carry_.clear();
  std::size_t line_end = 0;  // one past the last line end
  while (line_end == 0) {
    const std::size_t had = block.bytes.size();
    if (had > max_line)
      throw Error(ErrorKind::malformed,
                  fmt::format("{}: byte {}: no line end within 64 MiB; this is not a text file of "
                              "vectors",
                              input_.name(), offset_));
    block.bytes.resize(had + block_size_);
    const std::size_t got = input_.read({block.bytes.data() + had, block_size_});
    block.bytes.resize(had + got);
    if (got < block_size_) {  // the end: what is left is the last line
      line_end = block.bytes.size();
      break;
    }
    const auto last = std::find(block.bytes.rbegin(), block.bytes.rend() - had, '\n');
    line_end = static_cast<std::size_t>(block.bytes.rend() - last);
    if (line_end == had) line_end = 0;  // none in what was read
  }
  if (block.bytes.empty()) return std::nullopt;
  carry_.assign(block.bytes.begin() + line_end, block.bytes.end());
  block.bytes.resize(line_end);
  offset_ += line_end;
  return block;
}

}  // namespace oovec
