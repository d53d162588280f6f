#include "oovec/text/abbreviations.h"

#include "oovec/text/characters.h"
#include "oovec/text/normalize.h"

namespace oovec::inline text {
namespace {

bool is_ascii_letter(char c) {
  return static_cast<unsigned char>(c) < 0x80 &&
         character(static_cast<unsigned char>(c)).word == WordClass::letter;
}

// Letters, digits, marks: what would make a letter beside it part of a longer word.
bool is_part_of_word(char32_t c) {
  if (c < 0x80)
    return character(c).word == WordClass::letter || character(c).word == WordClass::digit;
  return is_word_like(c) || character(c).sentence == SentenceClass::extend;
}

bool starts_new_sentence(std::string_view text, std::size_t next, const LanguageRules& rules) {
  while (next < text.size() && (text[next] == '"' || text[next] == '\'' || text[next] == '('))
    ++next;
  std::size_t end = next;
  while (end < text.size() && is_ascii_letter(text[end])) ++end;
  return rules.sentence_starters.contains(text.substr(next, end - next));
}

// The J of "J. Smith", the S of "U.S.", the g of "e.g."; but not the I of "World War I."
bool is_initial(std::string_view text, std::size_t period) {
  const auto [letter, length] = decode_before(text, period);
  const SentenceClass found = character(letter).sentence;
  if (found != SentenceClass::upper && found != SentenceClass::lower) return false;
  const std::size_t begin = period - length;
  if (begin == 0) return found == SentenceClass::upper && letter != 'I';
  const char32_t before = decode_before(text, begin).code_point;
  if (is_part_of_word(before)) return false;
  return before == '.' || (found == SentenceClass::upper && letter != 'I');
}

// The letters before the period, if they can be an abbreviation: not if they are many, or only the
// end of a longer word.
std::string_view word_before(std::string_view text, std::size_t period) {
  constexpr std::size_t longest = 16;  // bytes
  std::size_t begin = period;
  while (begin > 0 && period - begin <= longest) {
    const auto [code_point, length] = decode_before(text, begin);
    if (character(code_point).word != WordClass::letter) {
      if (is_part_of_word(code_point)) return {};
      return text.substr(begin, period - begin);
    }
    begin -= length;
  }
  return begin == 0 ? text.substr(0, period) : std::string_view();
}

// The 3 of "am 3. Oktober"; longer numbers are mostly years.
bool is_ordinal(std::string_view text, std::size_t period) {
  constexpr std::size_t most_digits = 2;
  std::size_t begin = period;
  while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
  if (begin == period || period - begin > most_digits) return false;
  return begin == 0 || is_blank(text[begin - 1]);
}

}  // namespace

bool ends_in_abbreviation(std::string_view text, std::size_t period, std::size_t next,
                          const LanguageRules& rules) {
  if (period == 0) return false;
  if (is_initial(text, period)) return !starts_new_sentence(text, next, rules);
  if (rules.ordinals && is_ordinal(text, period)) return !starts_new_sentence(text, next, rules);
  const std::string_view word = word_before(text, period);
  if (rules.before_names.contains(word)) return true;
  const bool digit = next < text.size() && text[next] >= '0' && text[next] <= '9';
  return digit && rules.before_digits.contains(word);
}

}  // namespace oovec::inline text
