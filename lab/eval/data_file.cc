#include "lab/eval/data_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "oovec/base/error.h"
#include "oovec/io/lines.h"
#include "oovec/io/open_text.h"
#include "oovec/text/normalize.h"
#include "oovec/text/utf8.h"

namespace oovec::lab {
namespace {

void add_line(const NumberedLine& line, DataFile& file) {
  const std::string_view text = trim(line.text);
  if (text.empty()) return;
  file.lines.push_back({line.number, std::string(text)});
  if (find_invalid_utf8(text))
    file.refuse(file.lines.back(), "not UTF-8; convert the file to UTF-8");
}

}  // namespace

DataFile read_data_file(Input& input) {
  DataFile file{input.name(), {}};
  LineReader lines(input);
  while (const auto line = lines.next()) add_line(*line, file);
  return file;
}

DataFile read_items(const std::string& path) {
  const auto input = open_text(path);
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
