#include "oovec/text/abbreviations.h"

#include <algorithm>
#include <array>

#include "oovec/text/characters.h"

namespace oovec::inline text {
namespace {

using namespace std::string_view_literals;

// All lists are sorted. Left out on purpose: what ends sentences about as often as not, such as
// "etc.", "Inc." and "Jr."; before a lower-case word UAX #29 does not end a sentence anyway.
constexpr std::array before_names = {
    "Adm"sv, "Brig"sv, "Capt"sv, "Cmdr"sv, "Col"sv,  "Cpl"sv,  "Dr"sv,     "Drs"sv,  "Fr"sv,
    "Ft"sv,  "Gen"sv,  "Gov"sv,  "Hon"sv,  "Lt"sv,   "Maj"sv,  "Messrs"sv, "Mlle"sv, "Mme"sv,
    "Mr"sv,  "Mrs"sv,  "Ms"sv,   "Mt"sv,   "Pres"sv, "Prof"sv, "Pvt"sv,    "Rep"sv,  "Rev"sv,
    "Sen"sv, "Sgt"sv,  "St"sv,   "Ste"sv,  "cf"sv,   "esp"sv,  "v"sv,      "viz"sv,  "vs"sv};

constexpr std::array before_digits = {
    "Apr"sv,  "Art"sv, "Aug"sv,  "Ch"sv,     "Dec"sv, "Eq"sv,  "Feb"sv, "Fig"sv, "Figs"sv, "Jan"sv,
    "Jul"sv,  "Jun"sv, "Mar"sv,  "No"sv,     "Nos"sv, "Nov"sv, "Oct"sv, "Op"sv,  "Sec"sv,  "Sep"sv,
    "Sept"sv, "Vol"sv, "Vols"sv, "approx"sv, "c"sv,   "ca"sv,  "no"sv,  "p"sv,   "pp"sv};

// Words that begin a sentence when they follow an initial or "U.S." with a capital letter.
constexpr std::array sentence_starters = {
    "After"sv, "All"sv,     "Also"sv,   "Although"sv, "An"sv,    "And"sv,  "As"sv,    "At"sv,
    "But"sv,   "By"sv,      "During"sv, "For"sv,      "From"sv,  "He"sv,   "Her"sv,   "His"sv,
    "How"sv,   "However"sv, "If"sv,     "In"sv,       "It"sv,    "Its"sv,  "Many"sv,  "Most"sv,
    "On"sv,    "Other"sv,   "Our"sv,    "She"sv,      "Since"sv, "Some"sv, "That"sv,  "The"sv,
    "Their"sv, "Then"sv,    "There"sv,  "These"sv,    "They"sv,  "This"sv, "Those"sv, "Though"sv,
    "Thus"sv,  "To"sv,      "Today"sv,  "We"sv,       "What"sv,  "When"sv, "Where"sv, "Which"sv,
    "While"sv, "Who"sv,     "With"sv,   "You"sv};

constexpr std::size_t longest = 8;

template <class List>
constexpr bool is_in_order(const List& list) {
  for (const std::string_view word : list)
    if (word.size() > longest) return false;
  return std::is_sorted(list.begin(), list.end());
}
static_assert(is_in_order(before_names) && is_in_order(before_digits) &&
              is_in_order(sentence_starters));

// Most words that end sentences are longer than any abbreviation.
template <class List>
bool contains(const List& list, std::string_view word) {
  return word.size() <= longest && std::binary_search(list.begin(), list.end(), word);
}

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

bool starts_new_sentence(std::string_view text, std::size_t next) {
  while (next < text.size() && (text[next] == '"' || text[next] == '\'' || text[next] == '('))
    ++next;
  std::size_t end = next;
  while (end < text.size() && is_ascii_letter(text[end])) ++end;
  return contains(sentence_starters, text.substr(next, end - next));
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

// The letters of ASCII before the period; empty if they are only the end of a longer word.
std::string_view word_before(std::string_view text, std::size_t period) {
  std::size_t begin = period;
  while (begin > 0 && is_ascii_letter(text[begin - 1])) --begin;
  if (begin > 0 && is_part_of_word(decode_before(text, begin).code_point)) return {};
  return text.substr(begin, period - begin);
}

}  // namespace

bool ends_in_abbreviation(std::string_view text, std::size_t period, std::size_t next) {
  if (period == 0) return false;
  if (is_initial(text, period)) return !starts_new_sentence(text, next);
  const std::string_view word = word_before(text, period);
  if (contains(before_names, word)) return true;
  const bool digit = next < text.size() && text[next] >= '0' && text[next] <= '9';
  return digit && contains(before_digits, word);
}

}  // namespace oovec::inline text
