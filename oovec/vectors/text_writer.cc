// Writes the text formats and JSON lines. Numbers are the shortest decimals that give the same
// float when read.
#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/base/parallel.h"
#include "oovec/vectors/write_decimal.h"
#include "oovec/vectors/writer.h"

namespace oovec::inline vectors {
namespace {

constexpr std::size_t rows_per_block = 512;

std::string format_rows(const Embeddings& embeddings, RowNumbers rows, VectorFormat format) {
  std::string text;
  for (const std::uint32_t row : rows)
    append_row(format, embeddings.word(row), embeddings.row(row), text);
  return text;
}

}  // namespace

void check_finite(std::string_view word, std::span<const float> values) {
  if (!all_finite(values)) throw not_finite_error(fmt::format("the vector of \"{}\"", word));
}

void append_text_row(std::string_view word, std::span<const float> values, std::string& rows) {
  check_finite(word, values);
  const std::size_t had = rows.size();
  rows.resize(had + word.size() + values.size() * (longest_decimal + 1) + 1);
  char* at = std::copy(word.begin(), word.end(), rows.data() + had);
  for (const float value : values) {
    *at++ = ' ';
    at = write_decimal(value, at);
  }
  *at++ = '\n';
  rows.resize(static_cast<std::size_t>(at - rows.data()));
}

void append_json_start(std::string_view word, std::span<const float> values, std::string& text) {
  check_finite(word, values);
  text.append("{\"word\":").append(nlohmann::json(word).dump()).append(",\"vector\":[");
  std::array<char, longest_decimal> digits;
  for (const float value : values) {
    text.append(digits.data(), write_decimal(value, digits.data()));
    text += ',';
  }
  text.back() = ']';
}

void append_row(VectorFormat format, std::string_view word, std::span<const float> values,
                std::string& rows) {
  switch (format) {
    case VectorFormat::word2vec:
    case VectorFormat::glove:
      return append_text_row(word, values, rows);
    case VectorFormat::fasttext_vec:
      append_text_row(word, values, rows);
      rows.insert(rows.size() - 1, 1, ' ');
      return;
    case VectorFormat::word2vec_binary:
      return append_binary_row(word, values, rows);
    case VectorFormat::jsonl:
      append_json_start(word, values, rows);
      rows += "}\n";
      return;
    case VectorFormat::fasttext_bin:
    case VectorFormat::native:
    case VectorFormat::model2vec:
    case VectorFormat::finalfusion:
    case VectorFormat::automatic:
      break;
  }
  throw std::logic_error("a row of a format that is not written row by row");
}

void write_text_rows(const Embeddings& embeddings, RowNumbers rows, VectorFormat format,
                     const WriteOptions& options, Output& output) {
  const auto produce = [&]() -> std::optional<RowNumbers> {
    if (rows.empty()) return std::nullopt;
    const RowNumbers block = rows.first(std::min(rows.size(), rows_per_block));
    rows = rows.subspan(block.size());
    return block;
  };
  const auto format_block = [&](RowNumbers& block) {
    return format_rows(embeddings, block, format);
  };
  const auto write_block = [&](std::string& text) {
    output.write(text);
    if (options.progress) options.progress->advance(text.size());
  };
  ordered_pipeline<RowNumbers, std::string>(options.threads, produce, format_block, write_block);
}

}  // namespace oovec::inline vectors
