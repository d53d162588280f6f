#include "oovec/corpus/text_sample.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "oovec/base/error.h"
#include "oovec/corpus/bad_lines.h"
#include "oovec/io/csv.h"
#include "oovec/io/json.h"
#include "oovec/io/lines.h"
#include "oovec/text/utf8.h"

namespace oovec::inline corpus {
namespace {

constexpr double most_control = 0.3;       // of its bytes
constexpr std::size_t looked_at = 20;      // lines or records
constexpr std::size_t enough_records = 4;  // of the same number of fields, to take text for CSV

// How bytes are spread over kinds.
struct ByteCounts {
  std::size_t control = 0;  // what text does not have
  std::size_t letters = 0;  // of ASCII
  std::size_t high = 0;     // beyond ASCII
};

ByteCounts count_bytes(std::string_view text) {
  ByteCounts counts;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_blank = c == '\t' || c == '\n' || c == '\r' || c == '\f';
    if (byte >= 0x80)
      ++counts.high;
    else if ((byte | 0x20U) - 'a' < 26U)
      ++counts.letters;
    else if ((byte < 0x20 && !is_blank) || byte == 0x7F)
      ++counts.control;
  }
  return counts;
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Text in another encoding than UTF-8 has hardly any control characters.
std::string describe_encoding(const ByteCounts& bytes, std::size_t size) {
  constexpr double control_of_text = 0.01;
  constexpr double high_of_latin = 0.3;
  if (share(bytes.control, size) > control_of_text) return "holds binary data, not text";
  if (share(bytes.high, bytes.high + bytes.letters) < high_of_latin)
    return "is not UTF-8; it looks like Latin-1 or Windows-1252: convert it with iconv -f "
           "WINDOWS-1252 -t UTF-8";
  return "is not UTF-8; convert it from its encoding, Windows-1251 or GB18030 for instance, with "
         "iconv -f WINDOWS-1251 -t UTF-8";
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), looked_at); ++i)
    list += fmt::format("{}\"{}\"", i > 0 ? ", " : "", names[i]);
  return names.size() > looked_at ? list + ", …" : list;
}

// Of the first lines, all are JSON objects.
std::optional<std::string> hint_about_json(std::string_view text, const std::string& name) {
  std::vector<std::string> fields;
  std::size_t objects = 0;
  while (!text.empty() && objects < looked_at) {
    const std::string_view line = cut_line(text);
    if (line.empty()) continue;
    if (line.front() != '{') return std::nullopt;
    if (find_json_excess(line)) return std::nullopt;
    const auto json = parse_json(line, name);
    if (!json.is_object()) return std::nullopt;
    if (objects++ > 0) continue;
    for (const auto& [field, value] : json.items())
      if (value.is_string()) fields.push_back(field);
  }
  if (objects == 0 || fields.empty()) return std::nullopt;
  return fmt::format(
      "{} looks like JSON lines, but is read as plain text, names of fields included; `jsonl` "
      "reads "
      "one field: {}",
      name, quoted_list(fields));
}

bool is_named_csv(std::string name) {
  for (const char* suffix : {".gz", ".bz2", ".zst"})
    if (name.ends_with(suffix)) name.resize(name.size() - std::string_view(suffix).size());
  return name.ends_with(".csv") || name.ends_with(".tsv");
}

// Names of columns are short, each another, and no part of a sentence with commas.
bool is_header(const std::vector<std::string>& columns) {
  constexpr std::size_t longest = 64;
  const auto is_name = [](const std::string& column) {
    return !column.empty() && column.size() <= longest && column.front() != ' ';
  };
  return columns.size() > 1 && std::all_of(columns.begin(), columns.end(), is_name) &&
         std::set<std::string>(columns.begin(), columns.end()).size() == columns.size();
}

// Of the first records, all have as many fields as the header.
bool has_equal_records(std::string_view text, const CsvHeader& header, std::size_t least) {
  CsvReader records(text.substr(header.size), header.delimiter, "", 1);
  std::size_t seen = 0;
  try {
    for (; seen < looked_at && records.next(); ++seen)
      if (records.fields().size() != header.columns.size()) return false;
  } catch (const Error&) {  // the sample may end within a quoted field
  }
  return seen >= least;
}

std::optional<std::string> hint_about_csv(std::string_view text, const std::string& name) {
  try {
    const CsvHeader header = read_csv_header(text, name);
    const std::size_t least = is_named_csv(name) ? 1 : enough_records;
    if (!is_header(header.columns) || !has_equal_records(text, header, least)) return std::nullopt;
    return fmt::format(
        "{} looks like CSV, but is read as plain text, all columns included; `csv` reads one "
        "column: {}",
        name, quoted_list(header.columns));
  } catch (const Error&) {  // no header
    return std::nullopt;
  }
}

}  // namespace

void check_sample(const TextBlock& sample, const LineRules& rules) {
  if (rules.bad_lines >= 1) return;
  const std::string_view text = sample.lines.text();
  const ByteCounts bytes = count_bytes(text);
  if (share(bytes.control, text.size()) > most_control)
    throw Error(ErrorKind::malformed, sample.source + " holds binary data, not text");
  LineCounts counts;
  for_each_text(sample, rules, counts, [](std::string_view) {});
  if (!too_many_bad(counts, rules.bad_lines)) return;
  if (find_invalid_utf8(text))
    throw Error(ErrorKind::malformed,
                fmt::format("{} {}", sample.source, describe_encoding(bytes, text.size())));
  throw Error(ErrorKind::malformed,
              fmt::format("{} of the first {} lines cannot be read; {}", counts.bad_lines,
                          counts.lines - counts.empty_lines, counts.first_bad));
}

std::optional<std::string> hint_about(const TextBlock& sample) {
  std::string_view text = sample.lines.text();
  text.remove_prefix(byte_order_mark_size(text));
  if (find_invalid_utf8(text)) return std::nullopt;
  if (auto hint = hint_about_json(text, sample.source)) return hint;
  return hint_about_csv(text, sample.source);
}

}  // namespace oovec::inline corpus
