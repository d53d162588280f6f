#include "oovec/vectors/text_row.h"

#include <algorithm>
#include <vector>

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include "oovec/text/utf8.h"
#include "oovec/vectors/parse_decimal.h"

namespace oovec::inline vectors {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Parses the number at `at` and returns its end, or null if there is none that ends at a blank or
// at `end`.
const char* parse_number(const char* at, const char* end, float& value) {
  if (at != end && *at == '+' && (at + 1 == end || at[1] != '-')) ++at;
  const auto [rest, error] = fast_float::from_chars(at, end, value);
  if (error != std::errc() || (rest != end && !is_blank(*rest))) return nullptr;
  return rest;
}

bool is_number(std::string_view field) {
  float value = 0;
  return parse_number(field.data(), field.data() + field.size(), value) ==
         field.data() + field.size();
}

// "0.5" and "1e-3", but not "51": what a row's numbers look like and the end of a word rarely does.
bool is_decimal(std::string_view field) {
  return field.find_first_of(".eE") != std::string_view::npos && is_number(field);
}

std::vector<std::string_view> split_fields(std::string_view line) {
  std::vector<std::string_view> fields;
  const char* at = line.data();
  const char* const end = at + line.size();
  while (true) {
    at = std::find_if_not(at, end, is_blank);
    if (at == end) return fields;
    const char* const begin = at;
    at = std::find_if(at, end, is_blank);
    fields.emplace_back(begin, static_cast<std::size_t>(at - begin));
  }
}

// The common case: a word without blanks and exactly the numbers expected.
bool parse_plain_row(std::string_view line, std::string_view& word, std::span<float> values) {
  const char* at = line.data();
  const char* const end = at + line.size();
  while (at != end && !is_blank(*at)) ++at;
  word = {line.data(), static_cast<std::size_t>(at - line.data())};
  if (word.empty()) return false;
  for (float& value : values) {
    while (at != end && is_blank(*at)) ++at;
    const char* const number = at;
    at = parse_plain_decimal(number, end, value);
    if (!at || !is_blank(*at)) at = parse_number(number, end, value);
    if (!at) return false;
  }
  return at == end;
}

// Trailing fields that are numbers. The first field is a word whatever it looks like, unless a
// blank stands before it: then the word may be empty.
std::size_t trailing_numbers(const std::vector<std::string_view>& fields, bool starts_blank) {
  const std::size_t most = starts_blank || fields.empty() ? fields.size() : fields.size() - 1;
  std::size_t count = 0;
  while (count < most && is_number(fields[fields.size() - 1 - count])) ++count;
  return count;
}

bool starts_blank(std::string_view line) { return !line.empty() && is_blank(line.front()); }

std::string quoted(std::string_view text) {
  constexpr std::size_t shown = 40;
  if (text.size() <= shown) return fmt::format("\"{}\"", text);
  return fmt::format("\"{}…\"", text.substr(0, shown));
}

RowProblem wrong_fields(const std::vector<std::string_view>& fields, std::size_t numbers,
                        std::size_t dimension) {
  if (fields.size() > dimension)
    return {ProblemKind::bad_number,
            fmt::format("{} is not a number", quoted(fields[fields.size() - 1 - numbers]))};
  return {ProblemKind::too_few_numbers, fmt::format("{} has {} numbers where {} are expected",
                                                    quoted(fields.front()), numbers, dimension)};
}

}  // namespace

std::optional<RowProblem> parse_row(std::string_view line, std::string_view& word,
                                    std::span<float> values) {
  line = trim_line_end(line);
  if (parse_plain_row(line, word, values)) return std::nullopt;

  const std::vector<std::string_view> fields = split_fields(line);
  const std::size_t dimension = values.size();
  const std::size_t numbers = trailing_numbers(fields, starts_blank(line));
  if (numbers < dimension) return wrong_fields(fields, numbers, dimension);
  if (fields.size() == dimension) {
    word = {};
  } else {
    const std::string_view last = fields[fields.size() - 1 - dimension];
    const char* const begin = fields.front().data();
    word = {begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
    if (last.size() != word.size() && is_decimal(last))
      return RowProblem{
          ProblemKind::too_many_numbers,
          fmt::format("{} has more than {} numbers", quoted(fields.front()), dimension)};
  }
  for (std::size_t i = 0; i < dimension; ++i) {
    const std::string_view field = fields[fields.size() - dimension + i];
    parse_number(field.data(), field.data() + field.size(), values[i]);
  }
  return std::nullopt;
}

std::size_t count_trailing_numbers(std::string_view line) {
  line = trim_line_end(line);
  return trailing_numbers(split_fields(line), starts_blank(line));
}

std::string_view trim_line_end(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

bool text_can_hold(std::string_view word) {
  if (word.empty() || word.find('\n') != std::string_view::npos || find_invalid_utf8(word))
    return false;
  if (is_blank(word.front()) || is_blank(word.back())) return false;
  const std::size_t blank = word.find_last_of(" \t");
  return blank == std::string_view::npos || !is_decimal(word.substr(blank + 1));
}

}  // namespace oovec::inline vectors
