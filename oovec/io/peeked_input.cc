#include "oovec/io/peeked_input.h"

#include <algorithm>

namespace oovec::inline io {

std::string_view PeekedInput::peek(std::size_t size) {
  if (peeked_.size() < size) append_from(*input_, size - peeked_.size(), peeked_);
  return {peeked_.data(), std::min(size, peeked_.size())};
}

std::size_t PeekedInput::read(std::span<char> buffer) {
  const std::size_t from_peek = std::min(buffer.size(), peeked_.size() - used_);
  std::copy_n(peeked_.data() + used_, from_peek, buffer.data());
  used_ += from_peek;
  if (from_peek == buffer.size()) return from_peek;
  return from_peek + input_->read(buffer.subspan(from_peek));
}

}  // namespace oovec::inline io
