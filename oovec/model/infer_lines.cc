#include "oovec/model/infer_lines.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/parallel.h"
#include "oovec/io/line_blocks.h"
#include "oovec/io/lines.h"
#include "oovec/text/normalize.h"
#include "oovec/text/utf8.h"

namespace oovec::inline model {
namespace {

constexpr std::size_t block_size = 64 << 10;  // so little that a few lines keep all threads busy

// What became of a block of lines; problems have their line within the block.
struct InferredBlock {
  std::string rows;
  std::uint64_t vectors = 0;
  std::uint64_t lines = 0;
  std::vector<LineProblem> problems;

  void clear() {
    rows.clear();
    vectors = lines = 0;
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

// Infers line by line, block after block, whose rows reuse memory; one for each thread.
class LineWorker {
 public:
  LineWorker(const Model& model, InferenceFormat format) : format_(format), observation_(model) {}

  void infer(const LineBlock& lines) {
    block_.clear();
    std::string_view text = lines.text();
    if (lines.offset == 0) text.remove_prefix(byte_order_mark_size(text));
    while (!text.empty()) {
      ++block_.lines;
      const std::string_view line = cut_line(text);
      if (!line.empty()) infer_line(line);
    }
  }

  // Of the last call.
  InferredBlock& block() { return block_; }

 private:
  void infer_line(std::string_view line) {
    const auto refuse = [&](std::string message) {
      block_.problems.push_back({block_.lines, true, std::move(message)});
    };
    if (const auto at = find_invalid_utf8(line))
      return refuse(fmt::format("byte {} is not valid UTF-8; convert the text to UTF-8", *at + 1));
    const std::string_view word = trim(cut_field(line));
    if (word.empty()) return refuse("there is no word before the first tab");
    if (!can_hold(format_, word)) return refuse(cannot_hold(format_, word));
    observation_.restart(word);
    while (!line.empty()) observation_.add(cut_field(line));
    add_row(word);
  }

  void add_row(std::string_view word) {
    const auto inference = observation_.infer();
    const auto cannot = [&](const char* why) {
      block_.problems.push_back({block_.lines, false, fmt::format("\"{}\" {}", word, why)});
    };
    if (!inference) return cannot(cannot_infer);
    const auto is_finite = [](float number) { return std::isfinite(number); };
    if (!std::all_of(inference->vector.begin(), inference->vector.end(), is_finite))
      return cannot("has no finite vector: the numbers of the model are too large");
    append_inference(format_, word, *inference, block_.rows);
    ++block_.vectors;
  }

  InferenceFormat format_;
  Observation observation_;
  InferredBlock block_;
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
  Pool<LineWorker> workers([&] { return std::make_unique<LineWorker>(model, rows.format()); });
  ProgressTask progress(options.progress, "inferring", input.raw_size());
  LineBlocks blocks(input, LineBlocks::LongLines::refuse, block_size);
  std::uint64_t consumed = 0;
  const auto next_block = [&] {
    progress.advance(input.raw_consumed() - consumed);
    consumed = input.raw_consumed();
    return blocks.next();
  };
  ordered_pipeline<LineBlock, std::unique_ptr<LineWorker>>(
      options.threads, next_block,
      [&](LineBlock& block) {
        std::unique_ptr<LineWorker> worker = workers.take();
        worker->infer(block);
        return worker;
      },
      [&](std::unique_ptr<LineWorker>& worker) {
        collector.add(worker->block());
        workers.give_back(std::move(worker));
      });
  rows.commit();
  return collector.summary();
}

}  // namespace oovec::inline model
