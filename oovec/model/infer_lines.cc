#include "oovec/model/infer_lines.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/io/line_blocks.h"
#include "oovec/io/lines.h"
#include "oovec/model/batch_inference.h"
#include "oovec/model/weak_evidence.h"
#include "oovec/text/normalize.h"
#include "oovec/text/utf8.h"
#include "oovec/vectors/writer.h"

namespace oovec::inline model {
namespace {

constexpr std::size_t block_size = 64 << 10;  // so little that a few lines keep all threads busy

// What became of a block of lines; problems have their line within the block.
struct InferredBlock {
  std::string rows;
  std::uint64_t vectors = 0, weak = 0;
  std::uint64_t lines = 0;
  std::vector<LineProblem> problems;

  void clear() {
    rows.clear();
    vectors = weak = lines = 0;
    problems.clear();
  }
};

// Cuts off and returns what stands before the first tab.
std::string_view cut_field(std::string_view& text) {
  const std::size_t length = std::min(text.find('\t'), text.size());
  const std::string_view field = text.substr(0, length);
  text.remove_prefix(std::min(length + 1, text.size()));
  return field;
}

// Infers line by line, with the inferrer of the thread at hand.
class LineWorker {
 public:
  LineWorker(VectorFormat format, WordInferrer& inferrer, InferredBlock& block)
      : format_(format), inferrer_(inferrer), block_(block) {}

  void infer(const LineBlock& lines) {
    std::string_view text = lines.text();
    if (lines.offset == 0) text.remove_prefix(byte_order_mark_size(text));
    while (!text.empty()) {
      ++block_.lines;
      const std::string_view line = cut_line(text);
      if (!line.empty()) infer_line(line);
    }
  }

 private:
  void note(bool is_bad, std::string message) {
    block_.problems.push_back({block_.lines, is_bad, std::move(message)});
  }

  void infer_line(std::string_view line) {
    if (const auto at = find_invalid_utf8(line))
      return note(true,
                  fmt::format("byte {} is not valid UTF-8; convert the text to UTF-8", *at + 1));
    const std::string_view word = trim(cut_field(line));
    if (word.empty()) return note(true, "there is no word before the first tab");
    if (!can_hold(format_, word)) return note(true, cannot_hold(format_, word));
    contexts_.clear();
    while (!line.empty()) contexts_.push_back(cut_field(line));
    const InferredWord inferred = inferrer_.infer(word, contexts_);
    if (inferred.status == InferStatus::malformed) return note(true, inferred.message);
    if (inferred.status == InferStatus::unknown)
      return note(false, fmt::format("\"{}\" {}", word, inferred.message));
    append_inference(format_, word, inferred.inference, block_.rows);
    ++block_.vectors;
    if (is_weak(inferred.inference)) ++block_.weak;
  }

  VectorFormat format_;
  WordInferrer& inferrer_;
  std::vector<std::string_view> contexts_;
  InferredBlock& block_;
};

// Takes the blocks in order.
class Collector {
 public:
  Collector(const std::string& name, InferenceOutput& output, bool strict,
            const std::function<void(const LineProblem&)>& report)
      : name_(name), output_(output), strict_(strict), report_(report) {}

  void add(InferredBlock& block) {
    for (LineProblem& problem : block.problems) {
      problem.line += summary_.lines;
      if (strict_ && problem.is_bad)
        throw Error(ErrorKind::malformed,
                    fmt::format("{}:{}: {}", name_, problem.line, problem.message));
      ++(problem.is_bad ? summary_.bad_lines : summary_.without_vector);
      report_(problem);
    }
    output_.write(block.rows, block.vectors);
    summary_.lines += block.lines;
    summary_.vectors += block.vectors;
    summary_.weak += block.weak;
  }

  const InferSummary& summary() const { return summary_; }

 private:
  const std::string& name_;
  InferenceOutput& output_;
  bool strict_;
  const std::function<void(const LineProblem&)>& report_;
  InferSummary summary_;
};

}  // namespace

InferSummary infer_lines(const Model& model, Input& input, const std::string& output,
                         const InferOptions& options,
                         const std::function<void(const LineProblem&)>& report) {
  InferenceOutput rows(output, options.format, model.dimension());
  Collector collector(input.name(), rows, options.strict, report);
  ProgressTask progress(options.progress, "inferring", input.raw_size());
  LineBlocks blocks(input, LineBlocks::LongLines::refuse, block_size);
  std::uint64_t consumed = 0;
  const auto next_block = [&] {
    progress.advance(input.raw_consumed() - consumed);
    consumed = input.raw_consumed();
    return blocks.next();
  };
  // Blocks are used again: fresh memory for every one would cost more than filling it.
  Pool<InferredBlock> used([] { return std::make_unique<InferredBlock>(); });
  using BlockPointer = std::unique_ptr<InferredBlock>;
  BatchInference(model, options.threads, options.context)
      .stream<LineBlock, BlockPointer>(
          next_block,
          [&](LineBlock& lines, WordInferrer& inferrer) {
            BlockPointer block = used.take();
            block->clear();
            LineWorker(rows.format(), inferrer, *block).infer(lines);
            return block;
          },
          [&](BlockPointer& block) {
            collector.add(*block);
            used.give_back(std::move(block));
          });
  rows.commit();
  return collector.summary();
}

}  // namespace oovec::inline model
