#include "oovec/corpus/block_texts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "oovec/base/error.h"
#include "oovec/base/suggest.h"
#include "oovec/io/csv.h"
#include "oovec/io/json.h"
#include "oovec/io/lines.h"
#include "oovec/text/utf8.h"

namespace oovec::inline corpus {
namespace {

using UseText = std::function<void(std::string_view)>;

template <class Use>
void for_each_line(std::string_view text, const Use& use) {
  while (!text.empty()) use(cut_line(text));
}

std::string without_field(const nlohmann::json& object, const std::string& name) {
  std::vector<std::string> texts;  // fields that could have been meant
  std::string fields;
  constexpr std::size_t most_named = 20;
  std::size_t named = 0;
  for (const auto& [field, value] : object.items()) {
    if (value.is_string()) texts.push_back(field);
    if (++named <= most_named) fields += fmt::format("{}\"{}\"", fields.empty() ? "" : ", ", field);
  }
  if (named > most_named) fields += ", …";
  return fmt::format("without a text in the field \"{}\" (its fields: {}){}", name,
                     fields.empty() ? "none" : fields, did_you_mean(name, texts));
}

// Gives the texts of a JSON object to `use`, or says what is wrong with the line.
std::string use_json_line(std::string_view line, const std::string& name, const UseText& use) {
  if (const auto excess = find_json_excess(line)) return "JSON " + *excess;
  const auto json = parse_json(line, name);
  if (!json.is_object()) return "not a JSON object";
  const auto field = json.find(name);
  if (field == json.end() || !field->is_string()) return without_field(json, name);
  for_each_line(field->get_ref<const std::string&>(), use);
  return "";
}

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// Counts what is bad, and knows how to say where it is.
class BadLineLog {
 public:
  BadLineLog(const LineRules& rules, LineCounts& counts) : rules_(rules), counts_(counts) {}

  template <class Where>
  void add(const std::string& problem, const Where& where) {
    ++counts_.bad_lines;
    if (!rules_.strict && !counts_.first_bad.empty()) return;
    counts_.first_bad = fmt::format("{}: the line is {}", where(), problem);
    if (rules_.strict)
      throw Error(ErrorKind::malformed,
                  counts_.first_bad + "; without `strict`, such lines are skipped");
  }

 private:
  const LineRules& rules_;
  LineCounts& counts_;
};

void for_each_line_text(const TextBlock& block, const LineRules& rules, LineCounts& counts,
                        const UseText& use) {
  BadLineLog bad(rules, counts);
  std::string_view lines = block.lines.text();
  if (block.lines.offset == 0) lines.remove_prefix(byte_order_mark_size(lines));
  const bool valid = !find_invalid_utf8(lines);
  for_each_line(lines, [&](std::string_view line) {
    ++counts.lines;
    std::string problem;
    if (!valid && find_invalid_utf8(line)) {
      problem = "not UTF-8";
    } else if (rules.jsonl.empty()) {
      if (line.empty()) ++counts.empty_lines;
      use(line);
    } else if (is_blank_line(line)) {
      ++counts.empty_lines;
    } else {
      problem = use_json_line(line, rules.jsonl, use);
    }
    if (problem.empty()) return;
    bad.add(problem, [&] {
      const auto begin = static_cast<std::uint64_t>(line.data() - block.lines.bytes.data());
      return fmt::format("{}: byte {}", block.source, block.lines.offset + begin);
    });
  });
}

void for_each_csv_text(const TextBlock& block, const LineRules& rules, LineCounts& counts,
                       const UseText& use) {
  BadLineLog bad(rules, counts);
  CsvReader records(block.lines.text(), block.csv.delimiter, block.source, block.first_line);
  while (records.next()) {
    ++counts.lines;
    const auto fields = records.fields();
    const auto where = [&] { return fmt::format("{}: line {}", block.source, records.line()); };
    if (find_invalid_utf8(records.text()))
      bad.add("not UTF-8", where);
    else if (fields.size() != block.csv.columns)
      bad.add(fmt::format("of {} fields, where the header has {}; a field that holds the delimiter "
                          "must be quoted",
                          fields.size(), block.csv.columns),
              where);
    else
      for_each_line(fields[block.csv.number], use);
  }
}

}  // namespace

LineCounts& LineCounts::operator+=(const LineCounts& other) {
  lines += other.lines;
  empty_lines += other.empty_lines;
  bad_lines += other.bad_lines;
  if (first_bad.empty()) first_bad = other.first_bad;
  return *this;
}

void for_each_text(const TextBlock& block, const LineRules& rules, LineCounts& counts,
                   const UseText& use) {
  (rules.csv.empty() ? for_each_line_text : for_each_csv_text)(block, rules, counts, use);
}

}  // namespace oovec::inline corpus
