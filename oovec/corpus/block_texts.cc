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

using UseRecord = std::function<void(const TextRecord&)>;

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

// As text; empty if there is none.
std::string value_text(const nlohmann::json& object, const std::string& name) {
  const auto field = object.find(name);
  if (field == object.end() || field->is_null()) return "";
  return field->is_string() ? field->get<std::string>() : field->dump();
}

// Gives the texts of a JSON object to `use`, or says what is wrong with the line.
std::string use_json_line(std::string_view line, const LineRules& rules, std::uint64_t number,
                          const UseRecord& use) {
  const std::string& name = rules.jsonl;
  if (const auto excess = find_json_excess(line)) return "JSON " + *excess;
  const auto json = parse_json(line, name);
  if (!json.is_object()) return "not a JSON object";
  const auto field = json.find(name);
  if (field == json.end() || !field->is_string()) return without_field(json, name);
  std::vector<std::string> values;
  values.reserve(rules.values.size());
  for (const std::string& other : rules.values) values.push_back(value_text(json, other));
  for_each_line(field->get_ref<const std::string&>(), [&](std::string_view text) {
    use({text, values, number});
  });
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

void for_each_line_record(const TextBlock& block, const LineRules& rules, LineCounts& counts,
                          const UseRecord& use) {
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
      use({line, {}, counts.lines});
    } else if (is_blank_line(line)) {
      ++counts.empty_lines;
    } else {
      problem = use_json_line(line, rules, counts.lines, use);
    }
    if (problem.empty()) return;
    bad.add(problem, [&] {
      const auto begin = static_cast<std::uint64_t>(line.data() - block.lines.bytes.data());
      return fmt::format("{}: byte {}", block.source, block.lines.offset + begin);
    });
  });
}

void for_each_csv_record(const TextBlock& block, const LineRules& rules, LineCounts& counts,
                         const UseRecord& use) {
  BadLineLog bad(rules, counts);
  std::vector<std::string> values(block.csv.values.size());
  CsvReader records(block.lines.text(), block.csv.delimiter, block.source, block.first_line);
  while (records.next()) {
    ++counts.lines;
    const auto fields = records.fields();
    const auto where = [&] { return fmt::format("{}: line {}", block.source, records.line()); };
    if (find_invalid_utf8(records.text())) {
      bad.add("not UTF-8", where);
    } else if (fields.size() != block.csv.columns) {
      bad.add(fmt::format("of {} fields, where the header has {}; a field that holds the delimiter "
                          "must be quoted",
                          fields.size(), block.csv.columns),
              where);
    } else {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = fields[block.csv.values[i]];
      for_each_line(fields[block.csv.number], [&](std::string_view text) {
        use({text, values, counts.lines});
      });
    }
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

void for_each_record(const TextBlock& block, const LineRules& rules, LineCounts& counts,
                     const UseRecord& use) {
  (rules.csv.empty() ? for_each_line_record : for_each_csv_record)(block, rules, counts, use);
}

void for_each_text(const TextBlock& block, const LineRules& rules, LineCounts& counts,
                   const std::function<void(std::string_view)>& use) {
  for_each_record(block, rules, counts, [&](const TextRecord& record) { use(record.text); });
}

}  // namespace oovec::inline corpus
