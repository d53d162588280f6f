// The text formats: a line per word, "word number number …", in word2vec text and fastText .vec
// after a line "rows dimension". Blocks of lines are parsed in parallel and collected in order.
#include <algorithm>
#include <atomic>
#include <map>

#include <fmt/format.h>

#include "oovec/base/parallel.h"
#include "oovec/io/line_blocks.h"
#include "oovec/io/lines.h"
#include "oovec/vectors/reader.h"
#include "oovec/vectors/text_header.h"
#include "oovec/vectors/text_row.h"

namespace oovec::inline vectors {
namespace {

constexpr std::size_t sample_lines = 64;

struct TextRow {
  std::string_view word;  // into the block
  std::uint64_t line;     // within the block, from 0
  std::uint64_t offset;   // within the block
  std::optional<RowProblem> problem;
};

struct ParsedBlock {
  LineBlock block;
  std::vector<TextRow> rows;
  std::vector<float> values;  // rows.size() × dimension
  std::uint64_t lines = 0;
};

ParsedBlock parse_block(LineBlock block, std::size_t dimension) {
  ParsedBlock parsed{std::move(block), {}, {}, 0};
  const std::string_view text = parsed.block.text();
  // Eight bytes is short for a number and its blank, so this is mostly enough.
  parsed.values.reserve(text.size() / 8);
  for (std::size_t begin = 0; begin < text.size(); ++parsed.lines) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (!trim_line_end(line).empty()) {
      TextRow row{{}, parsed.lines, begin, {}};
      parsed.values.resize(parsed.values.size() + dimension);
      row.problem = parse_row(line, row.word, std::span(parsed.values).last(dimension));
      parsed.rows.push_back(std::move(row));
    }
    begin = end + 1;
  }
  return parsed;
}

// The dimension most of the first rows suggest; of equally common ones the smaller, since a word
// may end in a number but a row may not lack one.
std::size_t guess_dimension(std::string_view sample, bool complete) {
  std::map<std::size_t, std::size_t> votes;
  std::size_t begin = 0;
  for (std::size_t line = 0; line < sample_lines && begin < sample.size(); ++line) {
    const std::size_t end = sample.find('\n', begin);
    if (end == std::string_view::npos && !complete && line > 0) break;  // cut by the sample's end
    const std::string_view row = sample.substr(begin, end - begin);
    if (!trim_line_end(row).empty()) ++votes[count_trailing_numbers(row)];
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  const auto best = std::max_element(
      votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return best == votes.end() ? 0 : best->first;
}

struct Layout {
  std::size_t dimension = 0;
  std::optional<TextHeader> header;
  std::size_t first_row = 0;  // offset of the first row
};

Layout find_layout(PeekedInput& input, VectorFormat format) {
  const std::string_view sample = peek_lines(input, sample_size);
  const std::size_t mark = byte_order_mark_size(sample);
  if (format == VectorFormat::glove) {
    const std::size_t dimension = guess_dimension(sample.substr(mark), sample.size() < sample_size);
    if (dimension == 0 || dimension > max_dimension)
      throw Error(ErrorKind::malformed,
                  input.name() + ":1: no row of vectors: a word and its numbers are expected");
    return {dimension, std::nullopt, mark};
  }
  const auto header = parse_text_header(sample);
  if (!header)
    throw Error(ErrorKind::malformed,
                input.name() +
                    ":1: no header: the number of rows and the dimension are expected; "
                    "if the file has none, read it with format glove");
  check_dimension(*header, input.name());
  return {static_cast<std::size_t>(header->dimension), header, header->size};
}

void check_count(const TextHeader& header, RowCollector& rows, const std::string& name,
                 bool recognised) {
  if (rows.full() || rows.rows_seen() == header.rows) return;
  if (recognised && header.dimension == 1)
    throw Error(ErrorKind::malformed,
                fmt::format("{}:1: \"{} 1\" may be a header, though {} rows follow, or the first "
                            "row of a one-dimensional file without one; say which with the format "
                            "word2vec or glove",
                            name, header.rows, rows.rows_seen()));
  const std::string what =
      rows.rows_seen() == 0
          ? fmt::format("the header announces {} rows and the file holds none", header.rows)
          : fmt::format("the header announces {} rows and the file holds {}", header.rows,
                        rows.rows_seen());
  rows.log().add({ProblemKind::wrong_count, 1, 0, what, "the rows that are there are kept"});
}

}  // namespace

ReadResult read_text_vectors(PeekedInput& input, VectorFormat format, const ReadOptions& options) {
  const Layout layout = find_layout(input, format);
  RowCollector rows(layout.dimension, input.name(), options);
  ReadProgress progress(options.progress, input);

  std::uint64_t lines_before = layout.header ? 1 : 0;
  LineBlocks blocks(input, LineBlocks::LongLines::refuse);
  blocks.skip(layout.first_row);
  std::atomic<bool> full = false;

  const auto produce = [&]() -> std::optional<LineBlock> {
    return full ? std::nullopt : blocks.next();
  };
  const auto parse = [&](LineBlock& block) {
    return parse_block(std::move(block), layout.dimension);
  };
  const auto collect = [&](ParsedBlock& parsed) {
    const float* values = parsed.values.data();
    for (const TextRow& row : parsed.rows) {
      if (rows.full()) break;
      const RowCollector::Place place{lines_before + row.line + 1,
                                      parsed.block.offset + row.offset};
      if (row.problem)
        rows.add_bad(row.problem->kind, row.problem->message, place);
      else
        rows.add(row.word, {values, layout.dimension}, place);
      values += layout.dimension;
    }
    lines_before += parsed.lines;
    full = rows.full();
    progress.update();
  };
  ordered_pipeline<LineBlock, ParsedBlock>(options.threads, produce, parse, collect);

  if (layout.header)
    check_count(*layout.header, rows, input.name(), options.format == VectorFormat::automatic);
  return rows.finish(format, input.compression());
}

}  // namespace oovec::inline vectors
