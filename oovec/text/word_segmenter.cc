#include "oovec/text/word_segmenter.h"

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>

#include "oovec/text/characters.h"
#include "oovec/text/forking.h"
#include "oovec/text/icu.h"

namespace oovec::inline text {
namespace {

bool begins_word(char32_t c) {
  return is_word_like(c) ||
         u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_WORD_BREAK) == U_WB_EXTENDNUMLET;
}

bool is_attached(char32_t c) {
  const int word_break = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_WORD_BREAK);
  return word_break == U_WB_EXTEND || word_break == U_WB_FORMAT || word_break == U_WB_ZWJ;
}

// Where the word in a segment begins. ICU lets an emoji that follows a zero-width joiner drag along
// whatever stands before the joiner, even a blank.
std::size_t word_begin(std::string_view text, std::size_t begin, std::size_t end) {
  while (begin < end) {
    const auto [code_point, length] = decode(text, begin);
    if (begins_word(code_point)) break;
    begin += length;
  }
  return begin;
}

bool has_word(std::string_view text, std::size_t begin, std::size_t end) {
  while (begin < end) {
    const auto [code_point, length] = decode(text, begin);
    if (is_word_like(code_point)) return true;
    begin += length;
  }
  return false;
}

// Whether the word ends like "U.S" or "Ph.D": a letter alone after a period between letters.
bool takes_period(std::string_view word) {
  const auto [last, length] = decode_before(word, word.size());
  if (character(last).word != WordClass::letter) return false;
  const std::size_t letter = word.size() - length;
  return letter >= 2 && word[letter - 1] == '.' &&
         character(decode_before(word, letter - 1).code_point).word == WordClass::letter;
}

bool may_precede_hyphen(std::string_view word) {
  if (word.back() == '.') return true;
  std::size_t end = word.size();
  while (end > 0) {
    const auto [code_point, length] = decode_before(word, end);
    if (!is_attached(code_point)) return is_hyphenable(code_point);
    end -= length;
  }
  return false;
}

}  // namespace

void WordSegmenter::Close::operator()(UBreakIterator* iterator) const { ubrk_close(iterator); }
void WordSegmenter::Close::operator()(UText* text) const { utext_close(text); }

// ICU 72, and no other version, takes @ for a letter; cutting there makes all versions agree.
const std::vector<Stretch>& WordSegmenter::segment(std::string_view text) {
  words_.clear();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('@', begin), text.size());
    if (begin < end) segment_part(text, begin, end);
    begin = end + 1;
  }
  return words_;
}

void WordSegmenter::segment_part(std::string_view text, std::size_t begin, std::size_t end) {
  const ForkGuard guard;  // dictionaries are behind a lock of ICU
  UErrorCode status = U_ZERO_ERROR;
  if (!iterator_) iterator_.reset(ubrk_open(UBRK_WORD, "", nullptr, 0, &status));
  check_icu(status, "find words");
  text_.reset(utext_openUTF8(text_.release(), text.data() + begin,
                             static_cast<std::int64_t>(end - begin), &status));
  check_icu(status, "find words");
  ubrk_setUText(iterator_.get(), text_.get(), &status);
  check_icu(status, "find words");

  std::size_t from = begin;
  for (auto at = ubrk_next(iterator_.get()); at != UBRK_DONE; at = ubrk_next(iterator_.get())) {
    const std::size_t to = begin + static_cast<std::size_t>(at);
    const std::size_t word = word_begin(text, from, to);
    if (has_word(text, word, to)) add_word(text, word, to);
    from = to;
  }
}

void WordSegmenter::add_word(std::string_view text, std::size_t begin, std::size_t end) {
  const bool hyphen = !words_.empty() && words_.back().end + 1 == begin && text[begin - 1] == '-';
  if (hyphen && is_hyphenable(decode(text, begin).code_point) &&
      may_precede_hyphen(text.substr(words_.back().begin, words_.back().end - words_.back().begin)))
    words_.back().end = end;
  else
    words_.push_back({begin, end});

  const Stretch& word = words_.back();
  const bool period = end < text.size() && text[end] == '.';
  const bool last =
      period && (end + 1 == text.size() || !begins_word(decode(text, end + 1).code_point));
  if (last && takes_period(text.substr(word.begin, word.end - word.begin))) ++words_.back().end;
}

}  // namespace oovec::inline text
