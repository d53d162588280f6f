#include "oovec/corpus/text_input.h"

#include <algorithm>

namespace oovec::inline corpus {

std::size_t TextInput::read(std::span<char> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size() && (used_ < line_.size() || take_line())) {
    const std::size_t count = std::min(line_.size() - used_, buffer.size() - filled);
    std::copy_n(line_.data() + used_, count, buffer.data() + filled);
    used_ += count;
    filled += count;
  }
  consumed_ += filled;
  return filled;
}

bool TextInput::take_line() {
  if (ended_) return false;
  ended_ = true;  // and so it is if next_() throws
  std::optional<std::string> text = next_();
  if (!text) return false;
  ended_ = false;
  line_ = std::move(*text);
  std::replace_if(
      line_.begin(), line_.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  line_ += '\n';
  used_ = 0;
  return true;
}

}  // namespace oovec::inline corpus
