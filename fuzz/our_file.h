// A file of our own, taken apart to be changed and put together again with right checksums.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oovec/io/safetensors.h"
#include "oovec/io/tensor_file.h"
#include "oovec/text/utf8.h"
#include "tests/support/checksums.h"

// What an input decides, byte by byte; 0 once it is used up.
class Choices {
 public:
  explicit Choices(std::string_view input) : left_(input) {}

  bool empty() const { return left_.empty(); }

  // 0 … count − 1.
  std::size_t below(std::size_t count) {
    std::size_t number = byte();
    if (count > 256) number |= std::size_t{byte()} << 8;
    return number % count;
  }
  bool flip() { return below(2) == 1; }
  std::uint64_t number() {
    std::uint64_t number = 0;
    for (int i = 0; i < 8; ++i) number = number << 8 | byte();
    return number;
  }
  std::string text(std::size_t most) {
    const std::string_view text = left_.substr(0, below(most + 1));
    left_.remove_prefix(text.size());
    return std::string(text);
  }
  template <class T, std::size_t size>
  const T& one_of(const T (&values)[size]) {
    return values[below(size)];
  }

 private:
  std::uint8_t byte() {
    if (left_.empty()) return 0;
    const auto byte = static_cast<std::uint8_t>(left_.front());
    left_.remove_prefix(1);
    return byte;
  }

  std::string_view left_;
};

class OurFile {
 public:
  explicit OurFile(const std::string& path) {
    const oovec::TensorFile file(path);
    metadata_ = file.metadata();
    std::vector<std::pair<const std::byte*, std::string>> order;
    for (const auto& [name, tensor] : file.tensors()) order.emplace_back(tensor.bytes.data(), name);
    std::sort(order.begin(), order.end());
    for (const auto& [begin, name] : order) {
      const oovec::Tensor& tensor = file.tensors().at(name);
      tensors_.push_back(
          {name, tensor.type, tensor.shape,
           std::string(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size())});
    }
  }

  // Changes one thing, of what the input says.
  void edit(Choices& input) {
    if (input.below(4) == 0)
      edit_metadata(input);
    else if (!tensors_.empty())
      edit_tensor(tensors_[input.below(tensors_.size())], input);
  }

  std::string bytes() const {
    std::string data;
    for (const Part& part : tensors_) data += part.bytes;
    constexpr std::size_t block = oovec::TensorFile::block_size;
    const std::size_t checksums = (data.size() + block - 1) / block + 2;
    std::vector<oovec::TensorEntry> entries = {{"checksums", "U64", {checksums}, 8 * checksums}};
    for (const Part& part : tensors_)
      entries.push_back({part.name, part.type, part.shape, part.bytes.size()});
    return oovec::with_right_checksums(oovec::safetensors_header(metadata_, entries, 64) +
                                       std::string(8 * checksums, '\0') + data);
  }

 private:
  struct Part {
    std::string name, type;
    std::vector<std::uint64_t> shape;
    std::string bytes;
  };

  static std::string draw_text(Choices& input) {
    static constexpr const char* texts[] = {"0",
                                            "1",
                                            "2",
                                            "-1",
                                            "4294967296",
                                            "9223372036854775808",
                                            "18446744073709551615",
                                            "1e38",
                                            "1e-45",
                                            "nan",
                                            "inf",
                                            "-0.0",
                                            "65536",
                                            "1000000",
                                            "false",
                                            "true"};
    if (input.flip()) return input.one_of(texts);
    return oovec::replace_invalid_utf8(input.text(24));
  }

  void edit_metadata(Choices& input) {
    if (metadata_.empty()) return;
    const auto entry =
        std::next(metadata_.begin(), static_cast<std::ptrdiff_t>(input.below(metadata_.size())));
    if (input.below(8) == 0)
      metadata_.erase(entry);
    else
      entry->second = draw_text(input);
  }

  // The bytes of an element: a number at the limits, or any.
  static std::string draw_element(const Part& part, std::size_t size, Choices& input) {
    using Limits = std::numeric_limits<float>;
    static constexpr float floats[] = {0,
                                       1,
                                       -1,
                                       1e38F,
                                       -1e38F,
                                       1e30F,
                                       1e19F,
                                       1e-45F,
                                       Limits::min(),
                                       Limits::max(),
                                       1e5F,
                                       -1e5F,
                                       16777217.F,
                                       Limits::infinity(),
                                       Limits::quiet_NaN()};
    static constexpr std::uint64_t integers[] = {
        0,        1,          2,          255,        65535,      1 << 16, (1U << 31) - 1,
        1U << 31, 0xFFFFFFFF, 1ULL << 32, 1ULL << 62, 1ULL << 63, ~0ULL};
    char bytes[8] = {};
    if (input.flip()) {
      const float number = input.one_of(floats);
      const std::uint64_t integer = input.one_of(integers);
      if (part.type == "F32")
        std::memcpy(bytes, &number, sizeof number);
      else
        std::memcpy(bytes, &integer, sizeof integer);
    } else {
      const auto any = input.number();
      std::memcpy(bytes, &any, sizeof any);
    }
    return {bytes, size};
  }

  static void edit_tensor(Part& part, Choices& input) {
    const std::size_t size = std::max<std::size_t>(1, oovec::tensor_element_size(part.type));
    const std::size_t count = part.bytes.size() / size;
    switch (input.below(10)) {
      case 0:  // more or fewer elements
        part.bytes.resize(input.below(2 * count + 3) * size);
        if (!part.shape.empty()) part.shape = {part.bytes.size() / size};
        break;
      case 1:  // another shape
        for (std::uint64_t& extent : part.shape) extent = input.below(65);
        break;
      case 2: {  // the same number everywhere
        const std::string element = draw_element(part, size, input);
        for (std::size_t i = 0; i < count; ++i) part.bytes.replace(i * size, size, element);
        break;
      }
      default:
        if (count == 0) break;
        const std::size_t i = input.below(count);
        part.bytes.replace(i * size, size, draw_element(part, size, input));
    }
  }

  std::map<std::string, std::string> metadata_;
  std::vector<Part> tensors_;  // in the order of the file
};
