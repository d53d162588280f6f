// The text of a corpus: files, plain or compressed, or the texts of an iterator; lines of text or
// of JSON, or CSV. Shared by all tasks that read a corpus. Not part of the public interface.
//
//   TextBlocks blocks(source, rules, "indexing", progress);
//   while (const auto block = blocks.next())
//     for_each_text(*block, rules, counts, [&](std::string_view text) { … });
//
// The beginning of every file is inspected before any file is read: a file that is not text, or
// does not follow the rules, is an error at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/corpus/block_texts.h"
#include "oovec/corpus/line_rules.h"
#include "oovec/corpus/text_source.h"
#include "oovec/io/input.h"
#include "oovec/io/line_blocks.h"

namespace oovec::inline corpus {

// The lines of a source, one block after the other.
class TextBlocks {
 public:
  // A line of text that is longer than a block is cut; one that must stay whole is an error.
  TextBlocks(TextSource source, const LineRules& rules, std::string_view task, Progress* progress);

  [[nodiscard]] std::optional<TextBlock> next();

  // A hint about the first file that should perhaps be read differently; see hint_about(). Usually
  // empty.
  const std::vector<std::string>& hints() const { return hints_; }

 private:
  void check_rules() const;
  void check_files();
  bool open_next();
  void open_file(const std::string& file);
  void start_lines();
  void start_csv(std::string_view start);
  void check_start(std::string_view start);
  void report_progress();

  const TextSource source_;  // without globs
  const LineRules rules_;
  ProgressTask progress_;
  std::size_t opened_ = 0;  // inputs
  std::unique_ptr<Input> input_;
  std::optional<LineBlocks> blocks_;
  CsvColumn csv_;                // of the input
  std::size_t header_size_ = 0;  // of CSV
  std::uint64_t line_ = 1;       // of CSV, where the next block begins
  std::uint64_t reported_ = 0;
  std::vector<std::string> hints_;
};

// The files that names and globs stand for. A glob without match is an error, as is no file at all.
[[nodiscard]] std::vector<std::string> expand_globs(const std::vector<std::string>& patterns);

}  // namespace oovec::inline corpus
