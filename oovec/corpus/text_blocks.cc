#include "oovec/corpus/text_blocks.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <glob.h>
#include <nlohmann/json.hpp>

#include "oovec/base/error.h"
#include "oovec/corpus/text_input.h"
#include "oovec/io/lines.h"
#include "oovec/text/utf8.h"

namespace oovec::inline corpus {
namespace {

TextSource without_globs(TextSource source) {
  return source.next() ? std::move(source) : TextSource(expand_globs(source.files()));
}

// Unknown if there are no files, or any is not a plain one.
std::optional<std::uint64_t> total_size(const TextSource& source) {
  if (source.next()) return std::nullopt;
  std::uint64_t total = 0;
  for (const std::string& file : source.files()) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(file, error);
    if (error) return std::nullopt;
    total += size;
  }
  return total;
}

template <class Use>
void for_each_line(std::string_view text, const Use& use) {
  while (!text.empty()) use(cut_line(text));
}

// Gives the texts of a JSON object to `use`, or says what is wrong with the line.
std::string use_json_line(std::string_view line, const std::string& name,
                          const std::function<void(std::string_view)>& use) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return "";
  const auto json = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return "not a JSON object";
  const auto field = json.find(name);
  if (field == json.end() || !field->is_string())
    return fmt::format("without a text in its field \"{}\"", name);
  for_each_line(field->get_ref<const std::string&>(), use);
  return "";
}

Error bad_line(const TextBlock& block, std::string_view line, const std::string& what) {
  return {ErrorKind::malformed,
          fmt::format("{}: byte {}: the line is {}; without `strict` such lines are passed over",
                      block.source, block.lines.offset + (line.data() - block.lines.bytes.data()),
                      what)};
}

}  // namespace

TextBlocks::TextBlocks(TextSource source, bool whole_lines, std::string_view task,
                       Progress* progress)
    : source_(without_globs(std::move(source))),
      whole_lines_(whole_lines),
      progress_(progress, task, total_size(source_)) {}

std::optional<TextBlock> TextBlocks::next() {
  while (true) {
    if (!blocks_ && !open_next()) return std::nullopt;
    auto block = blocks_->next();
    report_progress();
    if (block) return TextBlock{std::move(*block), input_->name()};
    blocks_.reset();
  }
}

bool TextBlocks::open_next() {
  const std::size_t inputs = source_.next() ? 1 : source_.files().size();
  if (opened_ == inputs) return false;
  const std::size_t number = opened_++;
  if (source_.next())
    input_ = std::make_unique<TextInput>(source_.next());
  else
    input_ = open_input(source_.files()[number]);
  reported_ = 0;
  blocks_.emplace(*input_,
                  whole_lines_ ? LineBlocks::LongLines::refuse : LineBlocks::LongLines::cut);
  return true;
}

void TextBlocks::report_progress() {
  const std::uint64_t consumed = input_->raw_consumed();
  progress_.advance(consumed - reported_);
  reported_ = consumed;
}

std::vector<std::string> expand_globs(const std::vector<std::string>& patterns) {
  std::vector<std::string> files;
  for (const std::string& pattern : patterns) {
    std::error_code unreachable;
    if (pattern.find_first_of("*?[") == std::string::npos ||
        std::filesystem::exists(pattern, unreachable)) {
      files.push_back(pattern);
      continue;
    }
    glob_t matches{};
    const int failure = glob(pattern.c_str(), 0, nullptr, &matches);
    files.insert(files.end(), matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
    globfree(&matches);
    if (failure != 0) throw Error(ErrorKind::io, pattern + ": no file matches");
  }
  if (files.empty()) throw Error(ErrorKind::usage, "no corpus to read");
  return files;
}

void for_each_text(const TextBlock& block, const LineRules& rules, LineCounts& counts,
                   const std::function<void(std::string_view)>& use) {
  std::string_view lines = block.lines.text();
  if (block.lines.offset == 0) lines.remove_prefix(byte_order_mark_size(lines));
  const bool valid = !find_invalid_utf8(lines);
  for_each_line(lines, [&](std::string_view line) {
    ++counts.lines;
    std::string problem;
    if (!valid && find_invalid_utf8(line))
      problem = "not UTF-8";
    else if (rules.json_field.empty())
      use(line);
    else
      problem = use_json_line(line, rules.json_field, use);
    if (problem.empty()) return;
    ++counts.bad_lines;
    if (rules.strict) throw bad_line(block, line, problem);
  });
}

}  // namespace oovec::inline corpus
