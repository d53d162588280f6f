#include "oovec/train/skipgram.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/parallel.h"
#include "oovec/train/skipgram_trainer.h"
#include "oovec/train/token_text.h"

namespace oovec {
namespace {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

TokenText read_text(const std::vector<std::string>& files, const SkipgramOptions& options) {
  if (options.text.lowercase == Lowercase::automatic)
    throw Error(ErrorKind::usage,
                "there are no vectors to decide on lower-casing by: say on or off");
  TokenText text = read_token_text(files, {options.text,
                                           {options.jsonl, options.strict},
                                           options.min_count,
                                           options.threads,
                                           options.progress});
  if (text.words.size() == 0)
    throw Error(
        ErrorKind::malformed,
        fmt::format("none of the {} tokens is of a word seen {} times or more; more text or "
                    "a lower minimum count is needed",
                    text.tokens_read, options.min_count));
  return text;
}

Embeddings to_embeddings(const Vocabulary& words, const AlignedRows& rows) {
  Matrix matrix(rows.columns());
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const std::span<const float> values(rows.row(i), rows.columns());
    if (!std::all_of(values.begin(), values.end(), [](float x) { return std::isfinite(x); }))
      throw Error(ErrorKind::usage,
                  "training diverged: its numbers grew beyond bounds; lower the learning rate");
    matrix.append(values);
  }
  matrix.shrink_to_fit();
  return {words, std::move(matrix)};
}

}  // namespace

SkipgramResult train_skipgram(const std::vector<std::string>& files,
                              const SkipgramOptions& options) {
  const Stopwatch reading;
  const TokenText text = read_text(files, options);
  SkipgramSummary summary{text.lines.lines, text.lines.bad_lines, text.sentences,
                          text.tokens_read, text.tokens_kept,     reading.seconds()};
  const Stopwatch training;
  const SkipgramMatrices matrices = train_matrices(text, options);
  summary.training_seconds = training.seconds();
  return {to_embeddings(text.words, matrices.in), to_embeddings(text.words, matrices.out), summary};
}

}  // namespace oovec
