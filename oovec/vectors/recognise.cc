// Tells the format of a vectors file from its first bytes.
#include <algorithm>
#include <cstring>

#include "oovec/base/error.h"
#include "oovec/io/line_blocks.h"
#include "oovec/vectors/fasttext_format.h"
#include "oovec/vectors/reader.h"
#include "oovec/vectors/text_header.h"
#include "oovec/vectors/text_row.h"

namespace oovec::inline vectors {
namespace {

constexpr std::size_t magic_size = 16;  // enough for what tells the binary formats

// A little-endian length, then a JSON object.
bool looks_native(std::string_view sample) {
  std::uint64_t header_size = 0;
  if (sample.size() < 10) return false;
  std::memcpy(&header_size, sample.data(), sizeof header_size);
  return sample[8] == '{' && header_size < (1U << 30);
}

bool looks_fasttext_bin(std::string_view sample) {
  std::int32_t magic = 0;
  if (sample.size() < sizeof magic) return false;
  std::memcpy(&magic, sample.data(), sizeof magic);
  return magic == fasttext::magic;
}

// What text does not hold: control characters and bytes beyond ASCII. Words may have the latter,
// numbers may not, so this is asked of the place where a row's numbers stand.
bool is_binary(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x7F || (byte < 0x20 && c != '\t' && c != '\r' && c != '\n');
}

// After the header "rows dimension": do the rows hold their numbers as bytes?
bool rows_look_binary(std::string_view rows, std::size_t dimension) {
  const std::string_view line = rows.substr(0, rows.find('\n'));
  if (count_trailing_numbers(line) >= dimension) return false;
  const std::size_t word_end = rows.find(' ');
  if (word_end == std::string_view::npos) return std::any_of(rows.begin(), rows.end(), is_binary);
  const std::string_view numbers = rows.substr(word_end + 1, dimension * sizeof(float));
  return std::any_of(numbers.begin(), numbers.end(), is_binary);
}

bool ends_rows_with_blank(std::string_view rows) {
  const std::size_t line_end = rows.find('\n');
  return line_end != std::string_view::npos && line_end > 0 && rows[line_end - 1] == ' ';
}

}  // namespace

VectorFormat recognise_format(PeekedInput& input) {
  const std::string_view start = input.peek(magic_size);
  if (start.empty())
    throw Error(ErrorKind::malformed, input.name() + ": the file is empty: it contains no vectors");
  if (looks_fasttext_bin(start)) return VectorFormat::fasttext_bin;
  if (start.starts_with("FiFu")) return VectorFormat::finalfusion;
  if (looks_native(start)) return VectorFormat::native;

  const std::string_view sample = peek_lines(input, sample_size);
  const auto header = parse_text_header(sample);
  if (!header) return VectorFormat::glove;
  const std::string_view rows = sample.substr(header->size);
  if (header->dimension != 0 && header->dimension <= max_dimension &&
      rows_look_binary(rows, header->dimension))
    return VectorFormat::word2vec_binary;
  // "400000 7" may be the first row of a one-dimensional file: then the second has one number too.
  // It must be a whole line, so that the beginning of a row of a cut file does not count.
  const std::size_t row_end = rows.find('\n');
  if (header->dimension != 1 && row_end != std::string_view::npos &&
      count_trailing_numbers(rows.substr(0, row_end)) == 1)
    return VectorFormat::glove;
  return ends_rows_with_blank(rows) ? VectorFormat::fasttext_vec : VectorFormat::word2vec;
}

std::string_view peek_lines(PeekedInput& input, std::size_t size) {
  std::string_view sample = input.peek(size);
  while (sample.size() == size && sample.find('\n') == std::string_view::npos &&
         size < LineBlocks::max_line)
    sample = input.peek(size *= 2);
  return sample;
}

}  // namespace oovec::inline vectors
