// Which parts of a file of tensors are floating-point numbers, so that every block can be searched
// for NaN and infinities while it is in the cache for its checksum. Not part of the public
// interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oovec::inline io {

class FloatTensors {
 public:
  // Tensors of whole numbers are skipped, and so are those that do not begin at a multiple of
  // the size of a number, which no reader lets out.
  void add(const std::string& name, std::string_view type, std::size_t begin, std::size_t size);

  // The name of a tensor with a number that is not finite among `bytes`, which begin at `begin`;
  // null if there is none. Both ends must be multiples of 8, or the end of the data.
  const std::string* find_not_finite(std::size_t begin, std::span<const std::byte> bytes) const;

 private:
  struct Part {
    std::string name;
    std::string type;
    std::size_t begin;
    std::size_t end;
  };
  std::vector<Part> parts_;
};

}  // namespace oovec::inline io
