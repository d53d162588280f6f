#include "oovec/store/sighting.h"

#include <algorithm>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/corpus/priority.h"
#include "oovec/text/normalize.h"
#include "oovec/text/utf8.h"

namespace oovec::inline store {
namespace {

// That of an index by default, so that both keep the same sentences.
constexpr std::uint64_t sampling_seed = 1;

constexpr std::string_view target_placeholder = "___";  // of contexts (model/context.h)

// On one line: tokens end at control characters as they do at blanks.
std::string on_one_line(std::string_view text) {
  std::string line(trim(text));
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }, ' ');
  return line;
}

void check_context(std::string_view word, std::string_view text) {
  if (const auto place = find_invalid_utf8(text))
    throw Error(
        ErrorKind::malformed,
        fmt::format("a context of \"{}\" is not UTF-8 at byte {}; convert it", word, *place));
}

// The priority of the text's tokens; none if it has no token.
std::optional<std::uint64_t> priority_of(std::string_view text, Tokenizer& tokenizer) {
  SentencePriority priority(sampling_seed);
  bool has_token = false;
  tokenizer.start(text);
  while (const Sentence* sentence = tokenizer.next())
    for (const Token& token : sentence->tokens) {
      priority.add(hash64(token.text));
      has_token = true;
    }
  return has_token ? std::optional(priority.value()) : std::nullopt;
}

// Sentences of a text one after the other, as many as fit.
class Excerpt {
 public:
  explicit Excerpt(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // `target` is the place of the word among the tokens.
  void add(const Sentence& sentence, std::size_t target) {
    if (is_full_) return;
    const bool fits = text_.size() + 1 + sentence.text.size() <= max_bytes_;
    if (text_.empty() && sentence.text.size() > max_bytes_)
      text_ = token_window(sentence.tokens, target, max_bytes_);
    else if (text_.empty())
      text_ = sentence.text;
    else if (fits)
      (text_ += ' ') += sentence.text;
    is_full_ = !fits;
  }
  bool is_full() const { return is_full_; }
  const std::string& text() const { return text_; }

 private:
  const std::size_t max_bytes_;
  std::string text_;
  bool is_full_ = false;
};

}  // namespace

std::string token_window(std::span<const Token> tokens, std::size_t target, std::size_t max_bytes) {
  std::size_t begin = target;
  std::size_t end = target;
  std::size_t size = 0;
  const auto take = [&](std::size_t place) {
    const std::size_t more = tokens[place].text.size() + (end > begin ? 1 : 0);
    if (size + more > max_bytes) return false;
    size += more;
    return true;
  };
  for (bool grows = true; grows;) {
    grows = false;
    if (end < tokens.size() && take(end)) grows = ++end > 0;
    if (begin > 0 && end > begin && take(begin - 1)) grows = begin-- > 0;
  }
  std::string text;
  text.reserve(size);
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin) text += ' ';
    text += tokens[i].text;
  }
  return text;
}

std::string stored_spelling(std::string_view word, const StoreSettings& settings) {
  std::string spelled = normal_word(word, settings.text.casing());
  if (spelled.size() > max_stored_word)
    throw Error(ErrorKind::usage,
                fmt::format("a word of {} bytes is too long for a store; the limit is {}",
                            spelled.size(), max_stored_word));
  return spelled;
}

ReadySighting SightingReader::read(const Sighting& sighting) {
  ReadySighting ready{stored_spelling(sighting.word, settings_), sighting.count, sighting.time, {}};
  check_context(ready.word, sighting.context);
  std::string text = fit(ready.word, sighting.context);
  if (const auto priority = priority_of(text, tokenizer_))
    ready.context = StoredContext{*priority, sighting.time, std::move(text)};
  return ready;
}

// Of a text that is too long, the first sentence with the word and those behind it that fit, too.
// If the word does not occur, the text counts from its beginning.
std::string SightingReader::fit(std::string_view word, std::string_view text) {
  text = trim(text);
  if (text.size() <= settings_.max_bytes) return on_one_line(text);
  set_target(word);
  Excerpt from_start{settings_.max_bytes};
  Excerpt from_word{settings_.max_bytes};
  bool found = false;
  tokenizer_.start(text);
  while (const Sentence* sentence = tokenizer_.next()) {
    found = found || has_target(*sentence);
    Excerpt& excerpt = found ? from_word : from_start;
    excerpt.add(*sentence, find_target(sentence->tokens).value_or(0));
    if (found && excerpt.is_full()) break;
  }
  return on_one_line((found ? from_word : from_start).text());
}

void SightingReader::set_target(std::string_view word) {
  target_.clear();
  tokenizer_.start(word);
  while (const Sentence* sentence = tokenizer_.next())
    for (const Token& token : sentence->tokens) target_.emplace_back(token.text);
}

bool SightingReader::has_target(const Sentence& sentence) const {
  return sentence.text.find(target_placeholder) != std::string_view::npos ||
         find_target(sentence.tokens).has_value();
}

std::optional<std::size_t> SightingReader::find_target(std::span<const Token> tokens) const {
  const auto same = [](const Token& token, const std::string& word) {
    return token.text == word || token.lower == word;
  };
  const auto found =
      std::search(tokens.begin(), tokens.end(), target_.begin(), target_.end(), same);
  if (target_.empty() || found == tokens.end()) return std::nullopt;
  return static_cast<std::size_t>(found - tokens.begin());
}

}  // namespace oovec::inline store
