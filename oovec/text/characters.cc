#include "oovec/text/characters.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <memory>

namespace oovec::inline text {
namespace {

constexpr Character ascii_character(char c) {
  if (c >= 'a' && c <= 'z') return {WordClass::letter, SentenceClass::lower};
  if (c >= 'A' && c <= 'Z') return {WordClass::letter, SentenceClass::upper, true};
  if (c >= '0' && c <= '9') return {WordClass::digit, SentenceClass::numeric};
  switch (c) {
    case '\n':
    case '\r':
      return {WordClass::other, SentenceClass::para_sep};
    case ' ':
    case '\t':
    case '\v':
    case '\f':
      return {WordClass::other, SentenceClass::sp};
    case '!':
    case '?':
      return {WordClass::other, SentenceClass::s_term};
    case '.':
      return {WordClass::mid_num_let, SentenceClass::a_term};
    case '\'':
      return {WordClass::mid_num_let, SentenceClass::close};
    case ',':
      return {WordClass::mid_num, SentenceClass::s_continue};
    case ';':
      return {WordClass::mid_num, SentenceClass::other};
    case '-':
    case ':':
      return {WordClass::other, SentenceClass::s_continue};
    case '"':
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
      return {WordClass::other, SentenceClass::close};
    case '_':
      return {WordClass::connector, SentenceClass::other};
    default:
      return {};
  }
}

int property(char32_t c, UProperty which) {
  return u_getIntPropertyValue(static_cast<UChar32>(c), which);
}

bool has(char32_t c, UProperty which) {
  return u_hasBinaryProperty(static_cast<UChar32>(c), which) != 0;
}

UScriptCode script_of(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  return uscript_getScript(static_cast<UChar32>(c), &status);
}

// ICU finds the words of these by dictionary, whatever their Word_Break.
bool is_segmented_by_dictionary(char32_t c) {
  return is_of_unspaced_script(c) || script_of(c) == USCRIPT_HANGUL;
}

WordClass word_class(char32_t c) {
  if (is_segmented_by_dictionary(c) || has(c, UCHAR_EXTENDED_PICTOGRAPHIC))
    return WordClass::complex;
  const int sentence_break = property(c, UCHAR_SENTENCE_BREAK);
  const bool ends_sentences = sentence_break == U_SB_ATERM || sentence_break == U_SB_STERM;
  switch (property(c, UCHAR_WORD_BREAK)) {
    case U_WB_ALETTER:
      return is_word_like(c) ? WordClass::letter : WordClass::complex;
    case U_WB_NUMERIC:
      return is_word_like(c) ? WordClass::digit : WordClass::complex;
    case U_WB_MIDLETTER:  // CLDR leaves out colons
      return c == U'·' ? WordClass::mid_letter : WordClass::complex;
    case U_WB_MIDNUM:
      return ends_sentences ? WordClass::complex : WordClass::mid_num;
    case U_WB_MIDNUMLET:
      return ends_sentences ? WordClass::complex : WordClass::mid_num_let;
    case U_WB_OTHER:
    case U_WB_NEWLINE:
    case U_WB_WSEGSPACE:
      return is_word_like(c) ? WordClass::complex : WordClass::other;
    default:
      return WordClass::complex;
  }
}

SentenceClass sentence_class(char32_t c) {
  switch (property(c, UCHAR_SENTENCE_BREAK)) {
    case U_SB_EXTEND:
    case U_SB_FORMAT:
      return SentenceClass::extend;
    case U_SB_SEP:
    case U_SB_CR:
    case U_SB_LF:
      return SentenceClass::para_sep;
    case U_SB_SP:
      return SentenceClass::sp;
    case U_SB_LOWER:
      return SentenceClass::lower;
    case U_SB_UPPER:
      return SentenceClass::upper;
    case U_SB_OLETTER:
      return SentenceClass::o_letter;
    case U_SB_NUMERIC:
      return SentenceClass::numeric;
    case U_SB_ATERM:
      return SentenceClass::a_term;
    case U_SB_STERM:
      return SentenceClass::s_term;
    case U_SB_SCONTINUE:
      return SentenceClass::s_continue;
    case U_SB_CLOSE:
      return SentenceClass::close;
    default:
      return SentenceClass::other;
  }
}

bool is_unclean(char32_t c) {
  return property(c, UCHAR_NFC_QUICK_CHECK) != UNORM_YES ||
         property(c, UCHAR_CANONICAL_COMBINING_CLASS) != 0 || c == U'\u00AD' || c == U'\u202F';
}

Character from_icu(char32_t c) {
  return {word_class(c), sentence_class(c), has(c, UCHAR_CHANGES_WHEN_LOWERCASED), is_unclean(c)};
}

// Alphabets and punctuation lie below U+3000; a table of them all would take longer to make.
constexpr char32_t table_end = 0x3000;

const std::array<Character, table_end>& non_ascii_table() {
  static const auto table = [] {
    auto made = std::make_unique<std::array<Character, table_end>>();
    for (char32_t c = 0; c < table_end; ++c) (*made)[c] = from_icu(c);
    return made;
  }();
  return *table;
}

}  // namespace

constinit const std::array<Character, 128> ascii_characters = [] {
  std::array<Character, 128> table;
  for (std::size_t c = 0; c < table.size(); ++c) table[c] = ascii_character(static_cast<char>(c));
  return table;
}();

Character non_ascii_character(char32_t code_point) {
  if (code_point < table_end) return non_ascii_table()[code_point];
  return from_icu(code_point);
}

Decoded decode_non_ascii(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[at + i]));
  };
  const char32_t lead = byte(0);
  if (lead < 0xE0) return {(lead & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (lead < 0xF0) return {(lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
  return {(lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F),
          4};
}

Decoded decode_before(std::string_view text, std::size_t end) {
  std::size_t at = end - 1;
  while ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return decode(text, at);
}

bool is_word_like(char32_t c) {
  if (has(c, UCHAR_ALPHABETIC)) return true;
  const auto category = U_MASK(u_charType(static_cast<UChar32>(c)));
  if ((category & U_GC_N_MASK) != 0) return true;
  const bool pictograph = has(c, UCHAR_EXTENDED_PICTOGRAPHIC) || has(c, UCHAR_REGIONAL_INDICATOR);
  return pictograph && (category & U_GC_P_MASK) == 0;
}

bool is_of_unspaced_script(char32_t c) {
  if (property(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT) return true;
  const UScriptCode script = script_of(c);
  return script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA;
}

bool is_hyphenable(char32_t c) {
  if (is_segmented_by_dictionary(c) || has(c, UCHAR_EXTENDED_PICTOGRAPHIC)) return false;
  const int word_break = property(c, UCHAR_WORD_BREAK);
  return word_break == U_WB_ALETTER || word_break == U_WB_HEBREW_LETTER ||
         word_break == U_WB_NUMERIC;
}

}  // namespace oovec::inline text
