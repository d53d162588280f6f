#include "oovec/model/context.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "oovec/text/lookup.h"
#include "oovec/text/normalize.h"
#include "oovec/text/utf8.h"

namespace oovec::inline model {
namespace {

// From each token to the nearest target; 0 from the target, and everywhere if there is none.
std::vector<std::uint32_t> target_distances(std::span<const ContextToken> tokens) {
  const auto size = static_cast<std::uint32_t>(tokens.size());
  std::vector<std::uint32_t> distances(size);
  std::uint32_t distance = size;  // more than any: no target yet
  for (std::uint32_t i = 0; i < size; ++i) {
    distance = tokens[i].is_target ? 0 : std::min(distance + 1, size);
    distances[i] = distance;
  }
  if (distance == size) {
    std::ranges::fill(distances, 0);
    return distances;
  }
  distance = size;
  for (std::uint32_t i = size; i-- > 0;) {
    distance = tokens[i].is_target ? 0 : std::min(distance + 1, size);
    distances[i] = std::min(distances[i], distance);
  }
  return distances;
}

// Where the placeholder next stands as a word; the end of the text if it does not.
std::size_t find_placeholder(std::string_view text, std::size_t begin) {
  constexpr std::string_view separators = " \t\r\n.,;:!?()\"";
  const auto separates = [&](std::size_t at) {
    return at >= text.size() || separators.find(text[at]) != std::string_view::npos;
  };
  for (; (begin = text.find(ContextReader::placeholder, begin)) < text.size(); ++begin)
    if ((begin == 0 || separates(begin - 1)) &&
        separates(begin + ContextReader::placeholder.size()))
      return begin;
  return text.size();
}

}  // namespace

void WeightedVectors::add(std::span<const std::uint32_t> rows, ContextEvidence& evidence) const {
  std::array<float, 64> few;  // most contexts are short: nothing is allocated
  std::vector<float> many(rows.size() > few.size() ? rows.size() : 0);
  const std::span<float> each(many.empty() ? few.data() : many.data(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) each[i] = weight(rows[i]);
  add(rows, each, evidence);
}

void WeightedVectors::add(std::span<const std::uint32_t> rows, std::span<const float> each,
                          ContextEvidence& evidence) const {
  if (rows.empty()) return;
  const float* const values = vectors->values(rows).data();
  ContextTotal total{0, rows.size()};
  for (const float one : each) {
    total.weight += one;
    evidence.weight += one;
  }
  evidence.words += total.words;
  ++evidence.contexts;
  if (evidence.detail == Detail::totals) return add_weighted_rows(values, rows, each, evidence.sum);
  const std::span<float> sum = evidence.keep(total);
  add_weighted_rows(values, rows, each, sum);
  axpy(1, sum, evidence.sum);
}

void WeightedVectors::add(const ContextTokens& context, ContextEvidence& evidence) const {
  if (positions.empty() && evidence.detail != Detail::words) return add(context.rows, evidence);
  const std::vector<NearbyWord> words = nearby_words(context);
  std::vector<float> each;
  each.reserve(words.size());
  for (const NearbyWord& word : words) each.push_back(weight(word));
  add(context.rows, each, evidence);
  if (evidence.detail == Detail::words)
    evidence.nearby.insert(evidence.nearby.end(), words.begin(), words.end());
}

void WeightedVectors::add(const Context& context, std::optional<std::uint32_t> target,
                          ContextEvidence& evidence) const {
  ContextTokens tokens;
  for (std::size_t place = 0; place < context.tokens.size(); ++place) {
    const IndexToken token = context.tokens[place];
    const bool is_target =
        context.is_target(place) || (target && token == IndexToken::of_row(*target));
    if (token.has_vector() && !is_target) tokens.rows.push_back(token.row());
    tokens.tokens.push_back({0, tokens.rows.size(), is_target});
  }
  add(tokens, evidence);
}

ContextTokens ContextTokens::slice(std::size_t begin, std::size_t end) const {
  ContextTokens part;
  for (std::size_t i = begin; i < end; ++i) {
    part.text += text_of(i);
    const auto found = rows_of(i);
    part.rows.insert(part.rows.end(), found.begin(), found.end());
    part.tokens.push_back({part.text.size(), part.rows.size(), tokens[i].is_target});
  }
  for (const TargetSpan& target : targets)
    if (target.begin >= begin && target.end <= end)
      part.targets.push_back({target.begin - begin, target.end - begin});
  return part;
}

std::vector<ContextTokens> target_windows(const ContextTokens& text, std::uint32_t window) {
  std::vector<ContextTokens> windows;
  if (window == 0 || text.targets.empty()) {
    windows.push_back(text);
    return windows;
  }
  for (const TargetSpan& target : text.targets)
    windows.push_back(text.slice(target.begin - std::min<std::size_t>(target.begin, window),
                                 std::min<std::size_t>(text.tokens.size(), target.end + window)));
  return windows;
}

std::size_t position_bucket(std::uint32_t distance) {
  if (distance == 0) return position_buckets - 1;
  return std::min<std::size_t>(std::bit_width(distance - 1), position_buckets - 1);
}

std::vector<NearbyWord> nearby_words(const ContextTokens& context) {
  const std::vector<std::uint32_t> distances = target_distances(context.tokens);
  std::vector<NearbyWord> words;
  words.reserve(context.rows.size());
  for (std::size_t i = 0; i < distances.size(); ++i)
    for (const std::uint32_t row : context.rows_of(i)) words.push_back({row, distances[i]});
  return words;
}

ContextReader::ContextReader(const Embeddings& vectors, const TokenizerOptions& text)
    : vectors_(vectors),
      tokenizer_(text),
      rules_(language_rules(text.language)),
      kind_(text.tokenizer) {}

void ContextReader::set_target(std::string_view target) {
  target_ = target;
  target_tokens_.clear();
  tokenizer_.start(target_);
  while (const Sentence* sentence = tokenizer_.next())
    for (const Token& token : sentence->tokens) target_tokens_.emplace_back(token.text);
}

const ContextTokens& ContextReader::read(std::string_view context) {
  words_.tokens.clear();
  words_.text.clear();
  words_.rows.clear();
  words_.targets.clear();
  // Where text is split into words, the placeholder is none: it would leave no trace.
  const bool find = kind_ == TokenizerKind::words &&
                    context.find(placeholder) != std::string_view::npos &&
                    !find_invalid_utf8(context);
  for (std::size_t begin = 0;;) {
    const std::size_t end = find ? find_placeholder(context, begin) : context.size();
    add_text(context.substr(begin, end - begin));
    if (end == context.size()) return words_;
    words_.text += placeholder;
    words_.targets.push_back({words_.tokens.size(), words_.tokens.size() + 1});
    words_.tokens.push_back({words_.text.size(), words_.rows.size(), true});
    begin = end + placeholder.size();
  }
}

void ContextReader::add_text(std::string_view text) {
  tokenizer_.start(text);
  while (const Sentence* sentence = tokenizer_.next()) add_sentence(sentence->tokens);
}

void ContextReader::add_sentence(std::span<const Token> tokens) {
  texts_.clear();
  for (const Token& token : tokens) texts_.push_back(token.text);
  vectors_.find_all(texts_, found_);
  for (std::size_t i = 0; i < tokens.size();) {
    const std::size_t length = target_length(tokens.subspan(i));
    const std::size_t end = i + std::max<std::size_t>(length, 1);
    if (length > 0) words_.targets.push_back({words_.tokens.size(), words_.tokens.size() + length});
    for (; i < end; ++i) add_token(tokens[i], length > 0, found_[i]);
  }
}

// How many tokens at the front are the target: 0 if it does not begin here.
std::size_t ContextReader::target_length(std::span<const Token> tokens) const {
  if (tokens.front().text == placeholder) return 1;
  if (target_tokens_.empty() || tokens.size() < target_tokens_.size()) return 0;
  const bool same = std::equal(target_tokens_.begin(), target_tokens_.end(), tokens.begin(),
                               [](const std::string& word, const Token& token) {
                                 return word == token.text || word == token.lower;
                               });
  return same ? target_tokens_.size() : 0;
}

// `row` is that of the token as it is.
void ContextReader::add_token(const Token& token, bool is_target, std::optional<std::size_t> row) {
  const auto add = [&](std::size_t found, std::string_view word) {
    if (word != target_) words_.rows.push_back(static_cast<std::uint32_t>(found));
  };
  if (row && !is_target)
    add(*row, token.text);
  else if (!is_target)
    look_up(
        token, rules_, [&](std::string_view word) { return vectors_.find(word); },
        [&](std::size_t found) { add(found, vectors_.word(found)); });
  words_.text += token.text;
  words_.tokens.push_back({words_.text.size(), words_.rows.size(), is_target});
}

}  // namespace oovec::inline model
