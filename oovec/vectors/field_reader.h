// Binary formats read field by field: numbers, texts and stretches, each named for the message in
// case the file ends there. Not part of the public interface.
//
//   FieldReader in(input, options.progress);
//   const auto rows = in.number<std::uint64_t>("the number of rows");
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/vectors/byte_reader.h"

namespace oovec::inline vectors {

class FieldReader {
 public:
  FieldReader(PeekedInput& input, Progress* progress) : bytes_(input, progress) {}

  // Little-endian.
  template <class T>
  T number(std::string_view what) {
    begin();
    const std::string_view next = bytes_.ahead(sizeof(T));
    if (next.size() < sizeof(T)) cut_short(what);
    T value{};
    std::memcpy(&value, next.data(), sizeof(T));
    bytes_.skip(sizeof(T));
    return value;
  }

  // A 32-bit number with a sign that must not be negative.
  std::uint64_t size(std::string_view what) {
    const auto value = number<std::int32_t>(what);
    if (value < 0) refuse(ErrorKind::malformed, fmt::format("{} is {}", what, value));
    return static_cast<std::uint64_t>(value);
  }

  // A byte that is 0 or 1.
  bool flag(std::string_view what) {
    const auto value = number<unsigned char>(what);
    if (value > 1)
      refuse(ErrorKind::malformed, fmt::format("{} is {} where 0 or 1 is expected", what, value));
    return value == 1;
  }

  void floats(std::span<float> values, std::string_view what) {
    begin();
    if (!bytes_.read_floats(values)) cut_short(what);
  }

  // This many bytes; memory grows only with the bytes that are there.
  std::vector<unsigned char> stretch(std::uint64_t size, std::string_view what) {
    constexpr std::size_t piece = 1 << 20;
    begin();
    std::vector<unsigned char> all;
    while (all.size() < size) {
      const std::size_t wanted = std::min<std::uint64_t>(piece, size - all.size());
      const std::string_view next = bytes_.ahead(wanted).substr(0, wanted);
      if (next.size() < wanted) cut_short(what);
      all.insert(all.end(), next.begin(), next.end());
      bytes_.skip(wanted);
    }
    return all;
  }

  // Skips bytes; false if the file ends before.
  [[nodiscard]] bool try_pass(std::uint64_t size) {
    begin();
    return bytes_.skip_up_to(size) == size;
  }
  void pass(std::uint64_t size, std::string_view what) {
    if (!try_pass(size)) cut_short(what);
  }

  // The next field begins here, for messages.
  void begin() { last_ = bytes_.offset(); }
  std::uint64_t last() const { return last_; }

  ByteReader& bytes() { return bytes_; }
  const std::string& name() const { return bytes_.name(); }

  // With the name of the file and where the last field begins.
  [[noreturn]] void refuse(ErrorKind kind, const std::string& what) const {
    throw Error(kind, fmt::format("{}: byte {}: {}", name(), last_, what));
  }
  [[noreturn]] void cut_short(std::string_view what) const {
    refuse(ErrorKind::damaged,
           fmt::format("the file ends in {}; fetch or copy the whole file again", what));
  }

 private:
  ByteReader bytes_;
  std::uint64_t last_ = 0;
};

}  // namespace oovec::inline vectors
