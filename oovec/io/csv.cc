#include "oovec/io/csv.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/io/lines.h"

namespace oovec::inline io {
namespace {

constexpr std::string_view delimiters = ",;\t|";

std::string_view without_line_end(std::string_view record) {
  if (record.ends_with('\n')) record.remove_suffix(1);
  if (record.ends_with('\r')) record.remove_suffix(1);
  return record;
}

// What the first record of the text has most of, outside quotes.
char most_frequent_delimiter(std::string_view text) {
  std::array<std::size_t, delimiters.size()> counts{};
  bool quoted = false;
  text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\n') break;
    const std::size_t delimiter = delimiters.find(c);
    if (delimiter != std::string_view::npos) ++counts[delimiter];
  }
  return delimiters[static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) -
                                             counts.begin())];
}

std::uint64_t count_line_ends(std::string_view text) {
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

bool CsvReader::next() {
  do {
    if (rest_.empty()) return false;
    line_ = next_line_;
    const std::string_view before = rest_;
    take_record();
    text_ = before.substr(0, before.size() - rest_.size());
    next_line_ += count_line_ends(text_);
    text_ = without_line_end(text_);
  } while (text_.empty());
  return true;
}

void CsvReader::take_record() {
  count_ = 0;
  for (;;) {
    if (fields_.size() == count_) fields_.emplace_back();
    std::string& field = fields_[count_++];
    field.clear();
    if (rest_.starts_with('"'))
      take_quoted(field);
    else
      take_unquoted(field);
    const bool goes_on = rest_.starts_with(delimiter_);
    if (!rest_.empty()) rest_.remove_prefix(1);  // the delimiter or the line end
    if (!goes_on) return;
  }
}

void CsvReader::take_quoted(std::string& field) {
  for (;;) {
    rest_.remove_prefix(1);  // the quote that opens the field, or the second of a pair
    const std::size_t quote = rest_.find('"');
    if (quote == std::string_view::npos) refuse("a quote is opened and never closed");
    field += rest_.substr(0, quote);
    rest_.remove_prefix(quote + 1);
    if (!rest_.starts_with('"')) break;
    field += '"';
  }
  if (rest_.starts_with("\r\n") || rest_ == "\r") rest_.remove_prefix(1);
  if (!rest_.empty() && rest_.front() != delimiter_ && rest_.front() != '\n')
    refuse(
        "there is text after the quote that closes a field; quotes within a quoted field are "
        "doubled");
}

void CsvReader::take_unquoted(std::string& field) {
  const std::array<char, 2> ends = {delimiter_, '\n'};
  const std::size_t size =
      std::min(rest_.find_first_of(std::string_view(ends.data(), ends.size())), rest_.size());
  field = rest_.substr(0, size);
  rest_.remove_prefix(size);
  const bool ends_line = rest_.empty() || rest_.front() == '\n';
  if (ends_line && field.ends_with('\r')) field.pop_back();
}

void CsvReader::refuse(const std::string& what) const {
  throw Error(ErrorKind::malformed, fmt::format("{}: line {}: {}", name_, line_, what));
}

// Only a quote at the beginning of a field changes what a line end means, so the search goes from
// quote to quote, and looks for line ends between quoted fields.
std::size_t find_last_record_end(std::string_view text, char delimiter) {
  std::size_t record_end = 0;
  std::size_t begin = 0;  // of what is not quoted
  const auto look_until = [&](std::size_t end) {
    const std::size_t line_end = text.substr(begin, end - begin).rfind('\n');
    if (line_end != std::string_view::npos) record_end = begin + line_end + 1;
  };
  std::size_t at = 0;
  while ((at = text.find('"', at)) != std::string_view::npos) {
    const bool opens = at == 0 || text[at - 1] == delimiter || text[at - 1] == '\n';
    if (!opens) {
      ++at;
      continue;
    }
    look_until(at);
    std::size_t close = text.find('"', at + 1);
    while (close != std::string_view::npos && text.substr(close + 1).starts_with('"'))
      close = text.find('"', close + 2);
    if (close == std::string_view::npos) return record_end;
    begin = at = close + 1;
  }
  look_until(text.size());
  return record_end;
}

std::optional<std::size_t> CsvHeader::find(std::string_view column) const {
  const auto found = std::find(columns.begin(), columns.end(), column);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

CsvHeader read_csv_header(std::string_view text, const std::string& name) {
  CsvHeader header;
  const std::size_t mark = byte_order_mark_size(text);
  text.remove_prefix(mark);
  header.delimiter = most_frequent_delimiter(text);
  CsvReader reader(text, header.delimiter, name, 1);
  if (reader.next()) header.columns.assign(reader.fields().begin(), reader.fields().end());
  header.size = mark + text.size() - reader.rest().size();
  header.lines = reader.next_line() - 1;
  return header;
}

}  // namespace oovec::inline io
