#include "oovec/io/lines.h"

#include <algorithm>

namespace oovec::inline io {

std::size_t byte_order_mark_size(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

std::string_view cut_line(std::string_view& text) {
  const std::size_t size = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, size);
  text.remove_prefix(std::min(size + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::optional<NumberedLine> LineReader::next() {
  while (left_.empty()) {
    block_ = blocks_.next();
    if (!block_) return std::nullopt;
    left_ = block_->text();
    if (block_->offset == 0) left_.remove_prefix(byte_order_mark_size(left_));
  }
  return NumberedLine{++number_, cut_line(left_)};
}

}  // namespace oovec::inline io
