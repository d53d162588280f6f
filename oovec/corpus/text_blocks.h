// The text of a corpus: files, plain or compressed, or what an iterator gives; lines of text or of
// JSON. What every task that reads a corpus shares. Not part of the public interface.
//
//   TextBlocks blocks(source, !json_field.empty(), "indexing", progress);
//   while (const auto block = blocks.next())
//     for_each_text(*block, {json_field, strict}, counts, [&](std::string_view text) { … });
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/corpus/text_source.h"
#include "oovec/io/input.h"
#include "oovec/io/line_blocks.h"

namespace oovec::inline corpus {

struct TextBlock {
  LineBlock lines;
  std::string source;  // what messages call it
};

// The lines of a source, one block after the other.
class TextBlocks {
 public:
  // A line that is longer than a block is cut, or if it must stay whole an error.
  TextBlocks(TextSource source, bool whole_lines, std::string_view task, Progress* progress);

  [[nodiscard]] std::optional<TextBlock> next();

 private:
  bool open_next();
  void report_progress();

  const TextSource source_;  // without globs
  bool whole_lines_;
  ProgressTask progress_;
  std::size_t opened_ = 0;  // inputs
  std::unique_ptr<Input> input_;
  std::optional<LineBlocks> blocks_;
  std::uint64_t reported_ = 0;
};

// The files that names and globs stand for. A glob without match is an error, as is no file at all.
[[nodiscard]] std::vector<std::string> expand_globs(const std::vector<std::string>& patterns);

struct LineRules {
  std::string json_field;  // lines are JSON objects, this field is the text; empty: lines are text
  bool strict = false;     // a bad line is an error, and else passed over
};

struct LineCounts {
  std::uint64_t lines = 0;
  std::uint64_t bad_lines = 0;  // not UTF-8 or not as the rules have it
};

// Calls use(text) for every line of text in the block, without line ends, and counts lines.
void for_each_text(const TextBlock& block, const LineRules& rules, LineCounts& counts,
                   const std::function<void(std::string_view)>& use);

}  // namespace oovec::inline corpus
