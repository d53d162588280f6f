#include "oovec/model/inference_output.h"

#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/options.h"
#include "oovec/vectors/text_row.h"
#include "oovec/vectors/write_decimal.h"
#include "oovec/vectors/writer.h"

namespace oovec::inline model {
namespace {

VectorFormat choose_format(const std::string& path, VectorFormat asked, const Output& output) {
  if (asked != VectorFormat::automatic) return asked;
  return format_for_name(path,
                         output.can_overwrite() ? VectorFormat::word2vec : VectorFormat::glove);
}

void append_number(float number, std::string& text) {
  std::array<char, longest_decimal> digits;
  text.append(digits.data(), write_decimal(number, digits.data()));
}

void append_field(std::string_view name, std::optional<float> number, std::string& text) {
  text.append(",\"").append(name).append("\":");
  if (number && std::isfinite(*number))
    append_number(*number, text);
  else
    text += "null";
}

void append_json(std::string_view word, const Inference& inference, std::string& text) {
  append_json_start(word, inference.vector, text);
  append_field("alpha", inference.alpha, text);
  append_field("known_ngrams", inference.known_ngrams, text);
  fmt::format_to(std::back_inserter(text), ",\"context_words\":{}", inference.context_words);
  append_field("agreement", inference.agreement, text);
  append_field("confidence", inference.confidence, text);
  text += "}\n";
}

}  // namespace

InferenceOutput::InferenceOutput(const std::string& path, VectorFormat format,
                                 std::size_t dimension)
    : output_(path, compression_for_name(path)),
      format_(choose_format(path, format, output_)),
      dimension_(dimension) {
  if (format_ == VectorFormat::native || format_ == VectorFormat::fasttext_bin)
    throw Error(
        ErrorKind::usage,
        fmt::format("{}: a file of format {} cannot be written row by row; choose another, and "
                    "convert the file afterwards",
                    output_.path(), enum_name(format_)));
  if (!has_header(format_)) return;
  if (!output_.can_overwrite())
    throw Error(ErrorKind::usage,
                fmt::format("{}: a file of format {} begins with the number of its rows, so it "
                            "cannot be written to a pipe or compressed; choose format glove or "
                            "jsonl, or write a plain file",
                            output_.path(), enum_name(format_)));
  output_.write(header());
}

std::string InferenceOutput::header() const {
  return fmt::format("{:020} {}\n", rows_, dimension_);
}

void InferenceOutput::write(std::string_view rows, std::uint64_t count) {
  output_.write(rows);
  rows_ += count;
}

void InferenceOutput::commit() {
  if (has_header(format_)) output_.overwrite_start(header());
  output_.commit();
}

std::string cannot_hold(VectorFormat format, std::string_view word) {
  return fmt::format(
      "\"{}\" would not be read back the same from format {}; choose another format "
      "(jsonl holds any word)",
      word, enum_name(format));
}

void append_inference(VectorFormat format, std::string_view word, const Inference& inference,
                      std::string& rows) {
  if (format == VectorFormat::jsonl)
    append_json(word, inference, rows);
  else
    append_row(format, word, inference.vector, rows);
}

}  // namespace oovec::inline model
