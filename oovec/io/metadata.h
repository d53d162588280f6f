// Reads the metadata of a TensorFile: numbers, names and switches, any of which may be missing or
// wrong in a file from elsewhere.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

#include "oovec/base/options.h"
#include "oovec/io/tensor_file.h"

namespace oovec::inline io {

class MetadataReader {
 public:
  // Every error ends with `remedy`: what to do about an invalid file.
  MetadataReader(const TensorFile& file, std::string remedy)
      : file_(file), remedy_(std::move(remedy)) {}

  // Throws unless the file is of this format (such as "a context index") and version.
  void check_format(const std::string& format, const std::string& version,
                    const std::string& description) const;

  const std::string& text(const std::string& name) const;
  // The same, with a default for older files, which lack the value.
  [[nodiscard]] std::string text_or(const std::string& name, std::string_view otherwise) const;

  // A whole number or a floating-point one, in decimal.
  template <class Number>
  void number(const std::string& name, Number& value) const {
    const std::string& digits = text(name);
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc() || rest != end) refuse(name);
  }

  // One of enum_names(Enum()).
  template <class Enum>
  void choice(const std::string& name, Enum& value) const {
    const auto named = enum_named<Enum>(text(name));
    if (!named) refuse(name);
    value = *named;
  }

  // "on" or "off".
  void flag(const std::string& name, bool& value) const;

  [[noreturn]] void refuse(const std::string& name) const;

 private:
  const TensorFile& file_;
  std::string remedy_;
};

}  // namespace oovec::inline io
