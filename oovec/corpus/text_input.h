// The texts of an iterator as a stream of lines, one per text, so that they are read like files.
// Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "oovec/corpus/text_source.h"
#include "oovec/io/input.h"

namespace oovec::inline corpus {

class TextInput : public Input {
 public:
  explicit TextInput(TextSource::Next next) : next_(std::move(next)) {}

  std::size_t read(std::span<char> buffer) override;

  const std::string& name() const override { return name_; }
  std::optional<std::uint64_t> raw_size() const override { return std::nullopt; }
  std::uint64_t raw_consumed() const override { return consumed_; }

 private:
  bool take_line();

  const TextSource::Next next_;
  const std::string name_ = "the texts";
  std::string line_;
  std::size_t used_ = 0;  // of the line
  std::uint64_t consumed_ = 0;
  bool ended_ = false;
};

}  // namespace oovec::inline corpus
