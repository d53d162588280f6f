// Any bytes, read as CSV: records or an Error with file and line, the same whether the text is read
// at once or cut where find_last_record_end() says.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/memory.h"
#include "oovec/base/error.h"
#include "oovec/io/csv.h"
#include "oovec/io/input.h"
#include "oovec/io/line_blocks.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

struct Outcome {
  std::vector<std::vector<std::string>> records;
  std::string failure;

  bool operator==(const Outcome&) const = default;
};

// Adds the records of a block; false if the quoting is broken.
bool read(std::string_view text, char delimiter, std::uint64_t& line, Outcome& outcome) {
  oovec::CsvReader reader(text, delimiter, "fuzz", line);
  try {
    while (reader.next()) {
      require(reader.line() >= line && !reader.fields().empty());
      outcome.records.emplace_back(reader.fields().begin(), reader.fields().end());
    }
    line = reader.next_line();
    return true;
  } catch (const oovec::Error& error) {
    outcome.failure = error.what();
    return false;
  }
}

Outcome read_blocks(std::string_view text, char delimiter, std::size_t block_size) {
  Outcome outcome;
  const auto input = oovec::memory_input(text, "fuzz");
  oovec::LineBlocks blocks(
      *input, [&](std::string_view block) { return oovec::find_last_record_end(block, delimiter); },
      block_size);
  std::uint64_t line = 1;
  while (const auto block = blocks.next())
    if (!read(block->text(), delimiter, line, outcome)) break;
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const oovec::CsvHeader header = oovec::read_csv_header(text, "fuzz");
    require(header.size <= text.size());
    for (const std::string& column : header.columns) require(header.find(column).has_value());
  } catch (const oovec::Error&) {
  }
  Outcome whole;
  std::uint64_t line = 1;
  (void)read(text, ',', line, whole);
  if (is_compressed(text)) return 0;
  try {
    for (const std::size_t block_size : {7, 64})
      require(read_blocks(text, ',', block_size) == whole);
  } catch (const oovec::Error&) {  // an archive
  }
  return 0;
}
