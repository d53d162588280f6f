#include "oovec/vectors/byte_reader.h"

#include <bit>
#include <cstring>

namespace oovec::inline vectors {
namespace {

// Large enough that system calls do not count, small enough to stay in the second-level cache.
constexpr std::size_t read_size = 256 << 10;

static_assert(std::endian::native == std::endian::little, "the formats' numbers are little-endian");

}  // namespace

ByteReader::ByteReader(PeekedInput& input, Progress* progress)
    : input_(input), progress_(progress, input), buffer_(read_size) {}

void ByteReader::refill(std::size_t size) {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() < size) buffer_.resize(size);
  const std::span<char> room = std::span(buffer_).subspan(end_);
  const std::size_t got = input_.read(room);
  end_ += got;
  ended_ = got < room.size();
  progress_.update();
}

std::uint64_t ByteReader::skip_up_to(std::uint64_t size) {
  std::uint64_t skipped = 0;
  while (skipped < size) {
    const std::uint64_t here = std::min<std::uint64_t>(ahead(1).size(), size - skipped);
    if (here == 0) break;
    skip(here);
    skipped += here;
  }
  return skipped;
}

bool ByteReader::read_floats(std::span<float> values) {
  const std::string_view bytes = ahead(values.size_bytes());
  if (bytes.size() < values.size_bytes()) return false;
  std::memcpy(values.data(), bytes.data(), values.size_bytes());
  skip(values.size_bytes());
  return true;
}

}  // namespace oovec::inline vectors
