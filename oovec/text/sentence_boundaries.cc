#include "oovec/text/sentence_boundaries.h"

#include "oovec/text/abbreviations.h"
#include "oovec/text/characters.h"

namespace oovec::inline text {
namespace {

// Reads the text character by character, each with the Extend and Format characters that follow it
// (SB5), which count for nothing.
class Reader {
 public:
  Reader(std::string_view text, std::size_t at) : text_(text), at_(at) { read(); }

  bool at_end() const { return at_ == text_.size(); }
  bool is(SentenceClass c) const { return !at_end() && class_ == c; }
  bool is_terminator() const { return is(SentenceClass::a_term) || is(SentenceClass::s_term); }
  std::size_t position() const { return at_; }

  void advance() {
    const bool may_be_extended = class_ != SentenceClass::para_sep;
    do {
      at_ += length_;
      read();
    } while (may_be_extended && is(SentenceClass::extend));
  }
  void skip(SentenceClass c) {
    while (is(c)) advance();
  }

 private:
  void read() {
    if (at_end()) return;
    const auto [code_point, length] = decode(text_, at_);
    class_ = character(code_point).sentence;
    length_ = length;
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t length_ = 0;
  SentenceClass class_ = SentenceClass::other;
};

SentenceClass class_before(std::string_view text, std::size_t end) {
  while (end > 0) {
    const auto [code_point, length] = decode_before(text, end);
    const SentenceClass found = character(code_point).sentence;
    if (found != SentenceClass::extend) return found;
    end -= length;
  }
  return SentenceClass::other;
}

bool is_cased(SentenceClass c) { return c == SentenceClass::upper || c == SentenceClass::lower; }

// SB8: after an ambiguous terminator a sentence continues if the next letter is in lower case.
bool continues_in_lower_case(Reader reader) {
  while (!reader.at_end() && !reader.is(SentenceClass::o_letter) &&
         !reader.is(SentenceClass::upper) && !reader.is(SentenceClass::lower) &&
         !reader.is(SentenceClass::para_sep) && !reader.is_terminator())
    reader.advance();
  return reader.is(SentenceClass::lower);
}

// The text after a carriage return or another separator of lines: SB3, SB4.
std::size_t after_separator(std::string_view text, std::size_t stop) {
  if (text.substr(stop, 2) == "\r\n") return stop + 2;
  return stop + decode(text, stop).length;
}

}  // namespace

std::optional<std::size_t> boundary_after(std::string_view text, std::size_t stop) {
  Reader reader(text, stop);
  if (reader.is(SentenceClass::para_sep)) return after_separator(text, stop);

  const bool ambiguous = reader.is(SentenceClass::a_term);
  reader.advance();
  if (ambiguous && reader.is(SentenceClass::numeric)) return {};  // SB6
  if (ambiguous && reader.is(SentenceClass::upper) && is_cased(class_before(text, stop)))
    return {};  // SB7

  reader.skip(SentenceClass::close);
  reader.skip(SentenceClass::sp);
  if (reader.is(SentenceClass::s_continue) || reader.is_terminator()) return {};  // SB8a
  if (reader.is(SentenceClass::para_sep)) return {};  // it will end the sentence: SB9, SB10
  if (ambiguous && continues_in_lower_case(reader)) return {};
  return reader.position();  // SB11
}

bool is_exception(std::string_view text, std::size_t boundary, const LanguageRules& rules) {
  std::size_t end = boundary;
  bool blank = false;
  bool closed = false;
  while (end > 0) {
    const auto [code_point, length] = decode_before(text, end);
    const SentenceClass found = character(code_point).sentence;
    if (found == SentenceClass::sp)
      blank = true;
    else if (found == SentenceClass::close)
      closed = true;
    else if (found != SentenceClass::extend)
      break;
    end -= length;
  }
  if (end == 0) return false;
  const char terminator = text[end - 1];
  if (terminator != '.' && terminator != '!' && terminator != '?') return false;
  if (!blank) return true;
  return terminator == '.' && !closed && ends_in_abbreviation(text, end - 1, boundary, rules);
}

}  // namespace oovec::inline text
