#include "oovec/vectors/reader.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "oovec/text/utf8.h"

namespace oovec::inline vectors {
namespace {

constexpr const char* row_left_out = "the row is left out";

}  // namespace

void ReadProgress::update() {
  const std::uint64_t consumed = input_.raw_consumed();
  task_.advance(consumed - reported_);
  reported_ = consumed;
}

std::optional<std::size_t> find_not_finite(std::span<const float> values) {
  // Nearly always there is none: one pass without branches, which the compiler vectorises, tells.
  // x - x is 0 for finite numbers, NaN for all others, and NaN sticks in a sum of zeros.
  // NOLINTBEGIN(misc-redundant-expression)
  constexpr std::size_t lanes = 16;
  std::array<float, lanes> zeros{};
  std::size_t i = 0;
  for (; i + lanes <= values.size(); i += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      zeros[lane] += values[i + lane] - values[i + lane];
  for (; i < values.size(); ++i) zeros[0] += values[i] - values[i];
  // NOLINTEND(misc-redundant-expression)
  if (std::none_of(zeros.begin(), zeros.end(), [](float v) { return std::isnan(v); }))
    return std::nullopt;

  const auto bad =
      std::find_if(values.begin(), values.end(), [](float v) { return !std::isfinite(v); });
  return static_cast<std::size_t>(bad - values.begin());
}

void RowCollector::add_bad(ProblemKind kind, std::string message, Place place) {
  ++rows_seen_;
  log_.add({kind, place.line, place.offset, std::move(message), row_left_out});
}

void RowCollector::add(std::string_view word, std::span<const float> values, Place place) {
  ++rows_seen_;
  const auto report = [&](ProblemKind kind, std::string message,
                          const char* remedy = row_left_out) {
    log_.add({kind, place.line, place.offset, std::move(message), remedy});
  };
  if (word.empty()) return report(ProblemKind::empty_word, "the word is empty");

  std::string replaced;
  if (const auto at = find_invalid_utf8(word)) {
    const std::string what = fmt::format("invalid UTF-8 at byte {}", place.offset + *at);
    Problem problem{ProblemKind::invalid_utf8, place.line, place.offset, what,
                    "replaced by U+FFFD"};
    if (options_.invalid_utf8 == InvalidUtf8::skip) problem.remedy = row_left_out;
    const bool asked_for = options_.invalid_utf8 != InvalidUtf8::refuse;
    asked_for ? log_.note(std::move(problem)) : log_.add(std::move(problem));
    if (options_.invalid_utf8 == InvalidUtf8::skip) return;
    replaced = replace_invalid_utf8(word);
    word = replaced;
  }

  if (const auto bad = find_not_finite(values))
    return report(ProblemKind::not_finite,
                  fmt::format("number {} of \"{}\" is {}", *bad + 1, word, values[*bad]));

  if (const auto first = words_.insert(word))
    return report(ProblemKind::duplicate_word,
                  fmt::format("\"{}\" is already word {}", word, *first + 1), "the first is kept");
  matrix_.append(values);
}

ReadResult RowCollector::finish(VectorFormat format, Compression compression) {
  matrix_.shrink_to_fit();
  return {Embeddings(std::move(words_), std::move(matrix_)), format, compression, log_.take()};
}

}  // namespace oovec::inline vectors
