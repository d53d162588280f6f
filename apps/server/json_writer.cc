#include "apps/server/json_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "apps/server/base64.h"
#include "oovec/text/utf8.h"
#include "oovec/vectors/write_decimal.h"

namespace oovec::server {
namespace {

bool is_plain(char c) { return static_cast<unsigned char>(c) >= ' ' && c != '"' && c != '\\'; }

void append_escaped(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (is_plain(c))
      out += c;
    else if (c == '"' || c == '\\')
      out.append(1, '\\').append(1, c);
    else if (c == '\n')
      out += "\\n";
    else
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
  }
}

}  // namespace

void JsonWriter::begin_value() {
  if (comma_) text_ += ',';
  comma_ = true;
}

JsonWriter& JsonWriter::open(char bracket) {
  begin_value();
  text_ += bracket;
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  text_ += bracket;
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  value(name);
  text_ += ':';
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  begin_value();
  text_ += '"';
  if (find_invalid_utf8(text))
    append_escaped(replace_invalid_utf8(text), text_);
  else if (std::ranges::all_of(text, is_plain))
    text_ += text;
  else
    append_escaped(text, text_);
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::value(float number) {
  if (!std::isfinite(number)) return null();
  begin_value();
  std::array<char, longest_decimal> digits;
  text_.append(digits.data(), write_decimal(number, digits.data()));
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) { return raw(truth ? "true" : "false"); }

JsonWriter& JsonWriter::null() { return raw("null"); }

JsonWriter& JsonWriter::integer(std::int64_t number) {
  begin_value();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  return *this;
}

JsonWriter& JsonWriter::numbers(std::span<const float> values) {
  open('[');
  const std::size_t begin = text_.size();
  text_.resize(begin + values.size() * (longest_decimal + 1));
  char* at = text_.data() + begin;
  for (const float value : values) {
    at = write_decimal(value, at);
    *at++ = ',';
  }
  text_.resize(static_cast<std::size_t>(at - text_.data()) - (values.empty() ? 0 : 1));
  return close(']');
}

JsonWriter& JsonWriter::base64(std::span<const float> values) {
  static_assert(std::endian::native == std::endian::little);
  begin_value();
  text_ += '"';
  append_base64(std::as_bytes(values), text_);
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  begin_value();
  text_ += json;
  return *this;
}

}  // namespace oovec::server
