// What an iterator returns as a stream of lines, so that it is read like a file.
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
  // Of a source that has an iterator.
  explicit TextInput(const TextSource& source)
      : next_(source.next()), returns_lines_(source.returns_lines()) {}

  std::size_t read(std::span<char> buffer) override;

  const std::string& name() const override { return name_; }
  std::optional<std::uint64_t> raw_size() const override { return std::nullopt; }
  std::uint64_t raw_consumed() const override { return consumed_; }

 private:
  bool take_lines();

  const TextSource::Next next_;
  const bool returns_lines_;
  const std::string name_ = "the texts";
  std::string lines_;
  std::size_t used_ = 0;  // of the lines
  std::uint64_t consumed_ = 0;
  bool ended_ = false;
};

}  // namespace oovec::inline corpus
