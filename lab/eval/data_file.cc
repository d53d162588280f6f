#include "lab/eval/data_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "oovec/base/error.h"
#include "oovec/io/line_blocks.h"
#include "oovec/text/normalize.h"
#include "oovec/text/utf8.h"

namespace oovec::lab {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

void add_line(std::string_view text, std::uint64_t number, DataFile& file) {
  if (number == 1 && text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  text = trim(text);
  if (text.empty()) return;
  file.lines.push_back({number, std::string(text)});
  if (find_invalid_utf8(text))
    file.refuse(file.lines.back(), "not UTF-8; convert the file to UTF-8");
}

}  // namespace

DataFile read_data_file(Input& input) {
  DataFile file{input.name(), {}};
  LineBlocks blocks(input, LineBlocks::LongLines::refuse);
  std::uint64_t number = 0;
  while (const auto block = blocks.next()) {
    const std::string_view text = block->text();
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      add_line(text.substr(begin, end - begin), ++number, file);
      begin = end + 1;
    }
  }
  return file;
}

DataFile read_items(const std::string& path) {
  const auto input = open_input(path);
  DataFile file = read_data_file(*input);
  std::erase_if(file.lines, [](const DataLine& line) { return line.text.front() == '#'; });
  if (file.lines.empty()) throw Error(ErrorKind::malformed, file.name + " holds no data");
  return file;
}

std::vector<std::string> DataFile::fields(const DataLine& line, std::size_t count,
                                          std::string_view expected) const {
  const std::string_view text = line.text;
  const auto found = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\t')) + 1;
  if (found != count)
    refuse(line, fmt::format("{} fields where {} are expected: {}, separated by tabs", found, count,
                             expected));
  std::vector<std::string> fields;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\t', begin), text.size());
    fields.emplace_back(trim(text.substr(begin, end - begin)));
    if (fields.back().empty()) refuse(line, fmt::format("field {} is empty", fields.size()));
    begin = end + 1;
  }
  return fields;
}

void DataFile::refuse(const DataLine& line, std::string_view what) const {
  throw Error(ErrorKind::malformed, fmt::format("{}:{}: {}", name, line.number, what));
}

}  // namespace oovec::lab
