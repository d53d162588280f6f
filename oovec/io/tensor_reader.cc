#include "oovec/io/tensor_reader.h"

#include <fmt/format.h>

#include "oovec/base/error.h"

namespace oovec::inline io {

void TensorReader::check_size(const std::string& name, std::size_t found,
                              std::size_t expected) const {
  if (found != expected)
    throw Error(ErrorKind::malformed,
                fmt::format("{}: tensor \"{}\" has {} numbers where {} are expected; {}",
                            file_.path(), name, found, expected, remedy_));
}

std::vector<float> TensorReader::numbers(const std::string& name, std::size_t size,
                                         float at_least) const {
  std::vector<float> numbers = tensor<float>(name, size);
  for (const float number : numbers)
    if (!(number >= at_least && number <= std::numeric_limits<float>::max()))
      throw Error(ErrorKind::malformed,
                  fmt::format("{}: tensor \"{}\" contains the invalid number {}; {}", file_.path(),
                              name, number, remedy_));
  return numbers;
}

std::vector<float> TensorReader::parameters(const Layout& layout) const {
  std::vector<float> all;
  for (const Part& part : layout.parts()) {
    const std::vector<float> values = numbers(part.name, part.size);
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

void add_parameters(const Layout& layout, std::span<const float> parameters,
                    TensorFileWriter& writer) {
  for (const Part& part : layout.parts())
    writer.add<float>(part.name, part.shape, part.of(parameters));
}

std::vector<bool> TensorReader::bits(const std::string& name, std::size_t size) const {
  const std::vector<char> bytes = tensor<char>(name, (size + 7) / 8);
  std::vector<bool> bits(size);
  for (std::size_t i = 0; i < size; ++i) bits[i] = (bytes[i / 8] >> i % 8 & 1) != 0;
  return bits;
}

std::vector<char> pack_bits(const std::vector<bool>& bits) {
  std::vector<char> bytes((bits.size() + 7) / 8);
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (bits[i]) bytes[i / 8] = static_cast<char>(bytes[i / 8] | 1 << i % 8);
  return bytes;
}

}  // namespace oovec::inline io
