#include "oovec/io/line_blocks.h"

#include <algorithm>

#include <fmt/format.h>

#include "oovec/base/error.h"

namespace oovec::inline io {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// After the last blank or, failing that, before the last character, which may be incomplete.
std::size_t cut_long_line(std::string_view line) {
  const std::size_t blank = line.find_last_of(" \t");
  if (blank != std::string_view::npos) return blank + 1;
  std::size_t end = line.size() - 1;
  while (end > line.size() - 4 && is_continuation(line[end])) --end;
  return end;
}

}  // namespace

void LineBlocks::skip(std::size_t bytes) {
  std::vector<char> skipped(bytes);
  offset_ += input_.read(skipped);
}

std::optional<LineBlock> LineBlocks::next() {
  LineBlock block{std::move(carry_), offset_};
  carry_.clear();
  std::size_t end = 0;
  while (end == 0) {
    const std::size_t had = block.bytes.size();
    const std::size_t wanted = had < block_size_ ? block_size_ - had : more_for(had);
    at_end_ = at_end_ || append_from(input_, wanted, block.bytes) < wanted;
    if (block.bytes.empty()) return std::nullopt;
    end = at_end_ ? block.bytes.size() : find_block_end(block.text());
  }
  carry_.assign(block.bytes.begin() + static_cast<std::ptrdiff_t>(end), block.bytes.end());
  block.bytes.resize(end);
  offset_ += end;
  return block;
}

// The end of a long line is looked for in all that there is of it, so twice as much is read each
// time: then the work grows with the length of the line, not with its square.
std::size_t LineBlocks::more_for(std::size_t had) const {
  return long_lines_ == LongLines::cut
             ? block_size_
             : std::min(std::max(had, block_size_), max_line + block_size_ - had);
}

// One past the last line end, or where a long line is cut; 0 if more must be read.
std::size_t LineBlocks::find_block_end(std::string_view block) const {
  const std::size_t end = find_end_ ? find_end_(block) : block.rfind('\n') + 1;
  if (end != 0) return end;
  if (long_lines_ == LongLines::cut) return cut_long_line(block);
  if (block.size() > max_line)
    throw Error(ErrorKind::malformed,
                fmt::format("{}: byte {}: no {} within 64 MiB; this is not a file of {}",
                            input_.name(), offset_, find_end_ ? "end of a record" : "line end",
                            find_end_ ? "records, or a quote is not closed" : "lines"));
  return 0;
}

}  // namespace oovec::inline io
