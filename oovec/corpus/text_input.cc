#include "oovec/corpus/text_input.h"

#include <algorithm>

namespace oovec::inline corpus {

std::size_t TextInput::read(std::span<char> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size() && (used_ < lines_.size() || take_lines())) {
    const std::size_t count = std::min(lines_.size() - used_, buffer.size() - filled);
    std::copy_n(lines_.data() + used_, count, buffer.data() + filled);
    used_ += count;
    filled += count;
  }
  consumed_ += filled;
  return filled;
}

bool TextInput::take_lines() {
  if (ended_) return false;
  ended_ = true;  // and so it is if next_() throws
  std::optional<std::string> text = next_();
  if (!text) return false;
  ended_ = false;
  lines_ = std::move(*text);
  if (!returns_lines_)
    std::replace_if(
        lines_.begin(), lines_.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  lines_ += '\n';
  used_ = 0;
  return true;
}

}  // namespace oovec::inline corpus
