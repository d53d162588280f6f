#include "oovec/vectors/reader.h"

#include <fmt/format.h>

#include "oovec/base/finite.h"
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
  words_.shrink_to_fit();
  return {Embeddings(std::move(words_), std::move(matrix_)), format, compression, log_.take()};
}

}  // namespace oovec::inline vectors
