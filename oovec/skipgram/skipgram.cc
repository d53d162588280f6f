#include "oovec/skipgram/skipgram.h"

#include <charconv>
#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/base/parallel.h"
#include "oovec/skipgram/skipgram_trainer.h"
#include "oovec/skipgram/token_text.h"

namespace oovec::inline skipgram {
namespace {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

TokenText read_text(const TextSource& corpus, const SkipgramOptions& options) {
  if (options.text.lowercase == Lowercase::automatic)
    throw Error(ErrorKind::usage, "without vectors, `lowercase` cannot be auto: choose on or off");
  if (options.text.language == automatic_language)
    throw Error(ErrorKind::usage,
                "without vectors, `language` cannot be auto: give a BCP 47 tag, or und");
  TokenText text = read_token_text(corpus, {options.text, options.lines, options.min_count,
                                            normal_words(options.excluded, options.text.casing()),
                                            options.threads, options.progress});
  if (text.words.size() == 0)
    throw Error(ErrorKind::malformed,
                fmt::format("none of the {} tokens belongs to a word seen at least {} times; use "
                            "more text or lower `min-count`",
                            text.tokens_read, options.min_count));
  return text;
}

// `row` gives the vector of each word.
Embeddings to_embeddings(const Vocabulary& words, std::size_t dimension,
                         const FastTextModel::Row& row) {
  Matrix matrix(dimension);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::span<const float> values = row(i);
    if (!all_finite(values))
      throw Error(ErrorKind::usage,
                  "training diverged: its numbers overflowed; lower `learning-rate`");
    matrix.append(values);
  }
  matrix.shrink_to_fit();
  return {words, std::move(matrix)};
}

}  // namespace

std::optional<SubwordLengths> parse_subwords(const std::string& text) {
  if (text.empty()) return std::nullopt;
  constexpr unsigned longest = 64;
  unsigned min = 0, max = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, min);
  const bool has_second = first.ec == std::errc() && first.ptr != end && *first.ptr == '-';
  const auto second = std::from_chars(has_second ? first.ptr + 1 : end, end, max);
  if (second.ec != std::errc() || second.ptr != end || min < 1 || max < min || max > longest)
    throw Error(
        ErrorKind::usage,
        fmt::format("`subwords` needs the shortest and longest length, such as 3-6, not \"{}\"",
                    text));
  return SubwordLengths{min, max};
}

SkipgramResult train_skipgram(const TextSource& corpus, const SkipgramOptions& options) {
  const Stopwatch reading;
  const std::optional<SubwordLengths> subwords = parse_subwords(options.subwords);
  TokenText text = read_text(corpus, options);
  SkipgramSummary summary{
      text.lines.lines, text.lines.bad_lines, text.sentences,    text.tokens_read,
      text.tokens_kept, text.excluded,        reading.seconds(), 0,
      text.hints};
  const Stopwatch training;
  const InputRows inputs =
      subwords ? InputRows(text.words, *subwords, options.buckets) : InputRows(text.words.size());
  const auto matrices =
      std::make_shared<const SkipgramMatrices>(train_matrices(text, inputs, options));
  summary.training_seconds = training.seconds();

  const std::size_t k = options.dimension;
  const auto input = [matrices, k](std::size_t i) { return std::span(matrices->in.row(i), k); };
  const auto output = [matrices, k](std::size_t i) { return std::span(matrices->out.row(i), k); };
  Embeddings contexts = to_embeddings(text.words, k, output);
  if (!subwords)
    return {to_embeddings(text.words, k, input), std::move(contexts), summary, std::nullopt};

  std::vector<float> mean(matrices->in.stride());
  Embeddings vectors = to_embeddings(text.words, k, [&](std::size_t word) {
    inputs.mean(matrices->in, word, mean);
    return std::span<const float>(mean).first(k);
  });
  const FastTextTraining settings{options.window, options.epochs, options.min_count,
                                  options.negative, options.subsample};
  FastTextModel model{std::move(text.words),
                      std::move(text.counts),
                      k,
                      *subwords,
                      options.buckets,
                      settings,
                      input,
                      output};
  return {std::move(vectors), std::move(contexts), summary, std::move(model)};
}

}  // namespace oovec::inline skipgram
