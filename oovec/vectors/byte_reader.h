// Binary formats read piece by piece, through one buffer, with the offset that messages need. Not
// part of the public interface.
//
//   ByteReader in(input, options.progress);
//   while (!in.ahead(8).empty()) { use(in.ahead(8)); in.skip(8); }
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/vectors/reader.h"

namespace oovec::inline vectors {

class ByteReader {
 public:
  ByteReader(PeekedInput& input, Progress* progress);

  // What comes next: at least `size` bytes, fewer only where the input ends. Valid until the next
  // call. The buffer grows to `size`, so a caller bounds it.
  [[nodiscard]] std::string_view ahead(std::size_t size) {
    if (end_ - begin_ < size && !ended_) refill(size);
    return {buffer_.data() + begin_, end_ - begin_};
  }

  // Passes over bytes that ahead() has shown.
  void skip(std::size_t size) {
    begin_ += size;
    offset_ += size;
  }

  // Passes over up to `size` bytes, seen or not; says how many there were.
  [[nodiscard]] std::uint64_t skip_up_to(std::uint64_t size);

  // Fills `values` with little-endian numbers, false if the input ends before that.
  [[nodiscard]] bool read_floats(std::span<float> values);

  // Where ahead() begins, in the decompressed bytes.
  std::uint64_t offset() const { return offset_; }

  const std::string& name() const { return input_.name(); }

 private:
  void refill(std::size_t size);

  PeekedInput& input_;
  ReadProgress progress_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t offset_ = 0;
  bool ended_ = false;
};

}  // namespace oovec::inline vectors
