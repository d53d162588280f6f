#include "oovec/corpus/text_blocks.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <glob.h>

#include "oovec/base/error.h"
#include "oovec/base/suggest.h"
#include "oovec/corpus/text_input.h"
#include "oovec/corpus/text_sample.h"
#include "oovec/io/csv.h"
#include "oovec/io/open_text.h"

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

constexpr std::size_t start_size = LineBlocks::default_block_size;

// A pipe can be read but once.
bool is_pipe(const std::string& file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  return file == "-" ||
         (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status));
}

// Text without a character at its end that may be incomplete.
std::string_view whole_characters(std::string_view text) {
  constexpr std::size_t longest = 4;
  for (std::size_t i = 1; i <= std::min(longest, text.size()); ++i) {
    const auto byte = static_cast<unsigned char>(text[text.size() - i]);
    if ((byte & 0xC0U) != 0x80) return text.substr(0, text.size() - (byte < 0x80 ? i - 1 : i));
  }
  return text;
}

std::size_t find_column(const CsvHeader& header, const std::string& column,
                        const std::string& name) {
  const auto number = header.find(column);
  if (!number) {
    std::string columns;
    for (const std::string& other : header.columns)
      columns += fmt::format("{}\"{}\"", columns.empty() ? "" : ", ", other);
    throw Error(ErrorKind::malformed,
                fmt::format("{} has no column \"{}\"; its header line names {}{}", name, column,
                            columns, did_you_mean(column, header.columns)));
  }
  if (std::count(header.columns.begin(), header.columns.end(), column) > 1)
    throw Error(ErrorKind::malformed,
                fmt::format("{}: its header line has \"{}\" twice; rename one", name, column));
  return *number;
}

CsvColumn find_columns(const CsvHeader& header, const LineRules& rules, const std::string& name) {
  CsvColumn column{header.delimiter, find_column(header, rules.csv, name), header.columns.size()};
  for (const std::string& value : rules.values)
    column.values.push_back(find_column(header, value, name));
  return column;
}

}  // namespace

TextBlocks::TextBlocks(TextSource source, const LineRules& rules, std::string_view task,
                       Progress* progress)
    : source_(without_globs(std::move(source))),
      rules_(rules),
      progress_(progress, task, total_size(source_)) {
  check_rules();
  check_files();
}

void TextBlocks::check_rules() const {
  if (!rules_.jsonl.empty() && !rules_.csv.empty())
    throw Error(ErrorKind::usage, "`jsonl` and `csv` exclude each other; choose one");
  if (!rules_.values.empty() && rules_.is_plain())
    throw Error(ErrorKind::usage, "plain text has no columns; read the corpus as `csv` or `jsonl`");
  if (!rules_.csv.empty() && source_.next())
    throw Error(ErrorKind::usage,
                "`csv` is only for files; an iterator must return the texts themselves");
}

// One of thousands of files may be an image: that shows now.
void TextBlocks::check_files() {
  if (source_.next() || source_.files().size() == 1) return;
  for (const std::string& file : source_.files())
    if (!is_pipe(file)) open_file(file);
  blocks_.reset();
  input_.reset();
}

std::optional<TextBlock> TextBlocks::next() {
  while (true) {
    if (!blocks_ && !open_next()) return std::nullopt;
    auto block = blocks_->next();
    report_progress();
    if (block) {
      const std::uint64_t line = line_;
      if (!rules_.csv.empty()) {
        const std::string_view text = block->text();
        line_ += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
      }
      return TextBlock{std::move(*block), input_->name(), csv_, line};
    }
    blocks_.reset();
  }
}

bool TextBlocks::open_next() {
  const std::size_t inputs = source_.next() ? 1 : source_.files().size();
  if (opened_ == inputs) return false;
  const std::size_t number = opened_++;
  if (source_.next()) {
    input_ = std::make_unique<TextInput>(source_);
    start_lines();
  } else {
    open_file(source_.files()[number]);
  }
  reported_ = 0;
  return true;
}

void TextBlocks::open_file(const std::string& file) {
  auto input = open_text(file);
  const std::string_view start = input->peek(start_size);
  input_ = std::move(input);
  if (rules_.csv.empty())
    start_lines();
  else
    start_csv(start);
  check_start(start);
}

void TextBlocks::start_lines() {
  blocks_.emplace(
      *input_, rules_.jsonl.empty() ? LineBlocks::LongLines::cut : LineBlocks::LongLines::refuse);
}

void TextBlocks::start_csv(std::string_view start) {
  const CsvHeader header = read_csv_header(start, input_->name());
  csv_ = header.columns.empty() ? CsvColumn() : find_columns(header, rules_, input_->name());
  line_ = header.lines + 1;
  header_size_ = header.size;
  blocks_.emplace(*input_, [delimiter = csv_.delimiter](std::string_view text) {
    return find_last_record_end(text, delimiter);
  });
  blocks_->skip(header_size_);
}

void TextBlocks::check_start(std::string_view start) {
  const bool is_all = start.size() < start_size;
  start.remove_prefix(header_size_);
  if (!is_all) {
    const std::size_t end =
        rules_.csv.empty() ? start.rfind('\n') + 1 : find_last_record_end(start, csv_.delimiter);
    start = end == 0 && rules_.is_plain() ? whole_characters(start) : start.substr(0, end);
  }
  const TextBlock sample{{{start.begin(), start.end()}, header_size_}, input_->name(), csv_, line_};
  check_sample(sample, rules_);
  if (!rules_.is_plain() || !hints_.empty()) return;
  if (auto hint = hint_about(sample)) hints_.push_back(std::move(*hint));
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

}  // namespace oovec::inline corpus
