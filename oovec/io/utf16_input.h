// UTF-16 as UTF-8, while it is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "oovec/io/input.h"

namespace oovec::inline io {

enum class ByteOrder { little, big };

// The byte order of UTF-16 text, told from its first bytes: from a byte order mark, or, without
// one, from high bytes that are all of the few low ones that alphabets have (0 for ASCII and
// Latin-1, 4 for Cyrillic, …), which UTF-8 text never has. Nothing if this is not certain: Chinese
// without a byte order mark is not recognised.
[[nodiscard]] std::optional<ByteOrder> find_utf16(std::string_view start);

// A surrogate without its partner, and half a code unit at the end, become bytes that are not
// UTF-8, so that readers treat their lines as they treat other lines that are not UTF-8.
class Utf16Input : public Input {
 public:
  Utf16Input(std::unique_ptr<Input> input, ByteOrder order)
      : input_(std::move(input)), order_(order) {}

  [[nodiscard]] std::size_t read(std::span<char> buffer) override;
  const std::string& name() const override { return input_->name(); }
  std::optional<std::uint64_t> raw_size() const override { return input_->raw_size(); }
  std::uint64_t raw_consumed() const override { return input_->raw_consumed(); }
  Compression compression() const override { return input_->compression(); }

 private:
  bool refill();
  void add_unit(char32_t unit);

  std::unique_ptr<Input> input_;
  const ByteOrder order_;
  std::string text_;      // UTF-8
  std::size_t used_ = 0;  // how much of text_ has been read
  char32_t high_ = 0;     // a high surrogate whose partner is still to come, or 0
  bool at_end_ = false;
};

}  // namespace oovec::inline io
