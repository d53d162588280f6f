// The binary format of word2vec: a header "rows dimension\n", then for each row its word, a blank
// and `dimension` little-endian floats. word2vec.c ends a row with a newline, gensim does not; a
// newline before a word is therefore skipped, whoever wrote the file. The format has no checksum.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "oovec/text/utf8.h"
#include "oovec/vectors/byte_reader.h"
#include "oovec/vectors/reader.h"
#include "oovec/vectors/text_header.h"
#include "oovec/vectors/writer.h"

namespace oovec::inline vectors {
namespace {

constexpr std::size_t max_header_size = 64;

[[noreturn]] void refuse(const ByteReader& in, const std::string& what) {
  throw Error(ErrorKind::malformed, fmt::format("{}: byte {}: {}", in.name(), in.offset(), what));
}

TextHeader read_header(ByteReader& in) {
  const std::string_view start = in.ahead(max_header_size).substr(0, max_header_size);
  const std::optional<TextHeader> header = parse_text_header(start);
  if (!header || start[header->size - 1] != '\n')
    refuse(in,
           "a word2vec binary file begins with a line \"rows dimension\", this one does not; name "
           "its format if it is another");
  check_dimension(*header, in.name());
  in.skip(header->size);
  return *header;
}

void skip_newlines(ByteReader& in) {
  for (std::string_view next = in.ahead(1); !next.empty() && next[0] == '\n'; next = in.ahead(1))
    in.skip(1);
}

std::size_t word_size(ByteReader& in) {
  const std::string_view next = in.ahead(max_word_size + 1).substr(0, max_word_size + 1);
  const std::size_t blank = next.find(' ');
  if (blank == std::string_view::npos && next.size() > max_word_size)
    refuse(in, fmt::format("no blank within {} bytes, so no word ends there; the file is damaged "
                           "or its dimension is not what the header announces",
                           max_word_size));
  return std::min(blank, next.size());
}

// Has memory fetch what the word of the row after this one will need; `next` is what follows.
void prefetch_word(std::string_view next, const RowCollector& rows) {
  next = next.substr(0, max_word_size);
  next.remove_prefix(std::min(next.find_first_not_of('\n'), next.size()));
  rows.prefetch(next.substr(0, next.find(' ')));
}

enum class RowOutcome { read, cut_short, absent };

// `values` is a buffer for the numbers of a row, which are not aligned in the file.
RowOutcome read_row(ByteReader& in, std::span<float> values, RowCollector& rows) {
  skip_newlines(in);
  if (in.ahead(1).empty()) return RowOutcome::absent;
  const std::size_t word = word_size(in);
  const std::size_t size = word + 1 + values.size_bytes();
  const std::string_view row = in.ahead(size);
  if (row.size() < size) return RowOutcome::cut_short;
  std::memcpy(values.data(), row.data() + word + 1, values.size_bytes());
  prefetch_word(row.substr(size), rows);
  rows.add(row.substr(0, word), values, {0, in.offset()});
  in.skip(size);
  return RowOutcome::read;
}

// Reads rows up to the announced number, the limit or the end of the file.
void read_rows(ByteReader& in, const TextHeader& header, RowCollector& rows) {
  std::vector<float> values(header.dimension);
  const auto report = [&](ProblemKind kind, const std::string& what, const char* remedy) {
    rows.log().add({kind, 0, in.offset(), what, remedy});
  };
  for (std::uint64_t i = 0; i < header.rows; ++i) {
    if (rows.full()) return;
    const RowOutcome row = read_row(in, values, rows);
    if (row == RowOutcome::cut_short)
      return report(ProblemKind::cut_short,
                    fmt::format("the file ends in row {} of {}", i + 1, header.rows),
                    "this and all further rows are left out");
    if (row == RowOutcome::absent)
      return report(ProblemKind::wrong_count,
                    fmt::format("the header announces {} rows, but there are {}", header.rows, i),
                    "they are kept");
  }
  if (rows.full()) return;
  const std::string_view rest = in.ahead(2);
  if (!rest.empty() && rest != "\n")
    report(ProblemKind::wrong_count,
           fmt::format("trailing bytes after the {} rows that the header announces", header.rows),
           "they are left out");
}

// The rows to make room for: those announced, unless the file is too short for them, or its size is
// not known.
std::size_t expected_rows(const TextHeader& header, const PeekedInput& input,
                          const ReadOptions& options) {
  if (input.compression() != Compression::none || !input.raw_size()) return 0;
  const std::uint64_t room = *input.raw_size() / (sizeof(float) * header.dimension);
  const std::uint64_t asked = options.limit == 0 ? header.rows : options.limit;
  return std::min({header.rows, room, asked});
}

}  // namespace

ReadResult read_word2vec_binary(PeekedInput& input, const ReadOptions& options) {
  ByteReader in(input, options.progress);
  const TextHeader header = read_header(in);
  RowCollector rows(header.dimension, input.name(), options);
  rows.expect(expected_rows(header, input, options));
  read_rows(in, header, rows);
  return rows.finish(VectorFormat::word2vec_binary, input.compression());
}

bool word2vec_binary_can_hold(std::string_view word) {
  return !word.empty() && word.size() <= max_word_size && word.front() != '\n' &&
         word.find(' ') == std::string_view::npos && !find_invalid_utf8(word);
}

void append_binary_row(std::string_view word, std::span<const float> values, std::string& rows) {
  check_finite(word, values);
  rows += word;
  rows += ' ';
  rows.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  rows += '\n';
}

void write_word2vec_rows(const Embeddings& embeddings, RowNumbers rows, const WriteOptions& options,
                         Output& output) {
  constexpr std::size_t block_size = 1 << 20;
  const std::span<const float> values = embeddings.values(options.threads);
  const std::size_t dimension = embeddings.dimension();
  std::string block;
  const auto write_block = [&] {
    output.write(block);
    if (options.progress) options.progress->advance(block.size());
    block.clear();
  };
  for (const std::size_t row : rows) {
    append_binary_row(embeddings.word(row), values.subspan(row * dimension, dimension), block);
    if (block.size() >= block_size) write_block();
  }
  write_block();
}

}  // namespace oovec::inline vectors
