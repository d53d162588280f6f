#include "oovec/vectors/text_header.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/io/lines.h"
#include "oovec/vectors/reader.h"
#include "oovec/vectors/text_row.h"

namespace oovec::inline vectors {
namespace {

// Parses the whole number at the start of `text` and removes it; false if there is none.
bool take_number(std::string_view& text, std::uint64_t& number) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return error == std::errc();
}

// Removes leading blanks; false if there are none.
bool take_blanks(std::string_view& text) {
  const std::size_t blanks = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(blanks);
  return blanks > 0;
}

}  // namespace

std::optional<TextHeader> parse_text_header(std::string_view text) {
  const std::size_t mark = byte_order_mark_size(text);
  const std::size_t line_end = text.find('\n');
  const std::size_t size = line_end == std::string_view::npos ? text.size() : line_end + 1;
  std::string_view line = trim_line_end(text.substr(mark, std::min(line_end, text.size()) - mark));

  TextHeader header{0, 0, size};
  take_blanks(line);
  if (!take_number(line, header.rows) || !take_blanks(line) ||
      !take_number(line, header.dimension) || !line.empty())
    return std::nullopt;
  return header;
}

void check_dimension(const TextHeader& header, const std::string& file) {
  if (header.dimension == 0 || header.dimension > max_dimension)
    throw Error(ErrorKind::malformed,
                fmt::format("{}:1: the header announces dimension {}; it must be from 1 to {}",
                            file, header.dimension, max_dimension));
}

}  // namespace oovec::inline vectors
