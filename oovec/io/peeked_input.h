// An input whose first bytes can be inspected before they are read.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "oovec/io/input.h"

namespace oovec::inline io {

class PeekedInput : public Input {
 public:
  explicit PeekedInput(std::unique_ptr<Input> input) : input_(std::move(input)) {}

  // The first `size` bytes, or fewer if the input is shorter. Only before anything is read.
  [[nodiscard]] std::string_view peek(std::size_t size);

  [[nodiscard]] std::size_t read(std::span<char> buffer) override;
  const std::string& name() const override { return input_->name(); }
  std::optional<std::uint64_t> raw_size() const override { return input_->raw_size(); }
  std::uint64_t raw_consumed() const override { return input_->raw_consumed(); }
  Compression compression() const override { return input_->compression(); }

 private:
  std::unique_ptr<Input> input_;
  std::vector<char> peeked_;
  std::size_t used_ = 0;  // how much of peeked_ has been read
};

}  // namespace oovec::inline io
