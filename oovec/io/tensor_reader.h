// Reads tensors small enough to be copied from a TensorFile, any of which may be missing or wrong
// in a file from elsewhere: verified, of the size expected, all numbers finite.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "oovec/base/layout.h"
#include "oovec/io/tensor_file.h"

namespace oovec::inline io {

class TensorReader {
 public:
  // Every error ends with `remedy`: what to do about an invalid file.
  TensorReader(const TensorFile& file, std::string remedy)
      : file_(file), remedy_(std::move(remedy)) {}

  template <class T>
  std::vector<T> tensor(const std::string& name, std::size_t size) const {
    const std::span<const T> values = file_.tensor<T>(name);
    check_size(name, values.size(), size);
    file_.verify(std::as_bytes(values));
    return {values.begin(), values.end()};
  }

  std::vector<float> numbers(const std::string& name, std::size_t size,
                             float at_least = std::numeric_limits<float>::lowest()) const;

  // All parts of a layout as one array. Sizes may come from the file: each part is read, and its
  // size thereby confirmed, before the next.
  std::vector<float> parameters(const Layout& layout) const;

  // What pack_bits() has made.
  std::vector<bool> bits(const std::string& name, std::size_t size) const;

 private:
  void check_size(const std::string& name, std::size_t found, std::size_t expected) const;

  const TensorFile& file_;
  std::string remedy_;
};

// A tensor for each part, as TensorReader::parameters() wants them. The numbers are borrowed.
void add_parameters(const Layout& layout, std::span<const float> parameters,
                    TensorFileWriter& writer);

// Bit i % 8 of byte i / 8 is the i-th.
[[nodiscard]] std::vector<char> pack_bits(const std::vector<bool>& bits);

}  // namespace oovec::inline io
