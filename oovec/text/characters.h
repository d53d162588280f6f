// What the tokenizer needs to know about each character: its role in the word and sentence rules of
// UAX #29, and whether it needs special treatment. ASCII comes from a table in the program;
// everything else from ICU's Unicode data, looked up on first use, so that pure ASCII text never
// touches ICU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace oovec::inline text {

// Roles in the word rules. `complex` is all that the bit masks of masks.h cannot express: marks and
// format characters, ideographs, kana, scripts segmented by dictionary, Hebrew, emoji, numbers that
// stand alone (½), …; a stretch that holds one is left to ICU.
enum class WordClass : std::uint8_t {
  other,
  letter,
  digit,
  connector,    // _ and its like, part of a word
  mid_letter,   // joins two letters: ·
  mid_num,      // joins two digits: , ;
  mid_num_let,  // joins two letters or two digits: . ' ’
  complex,
};

// Roles in the sentence rules, named as in UAX #29; CR and LF are distinguished by their value.
enum class SentenceClass : std::uint8_t {
  other,
  extend,  // Extend and Format: belong to the character before
  para_sep,
  sp,
  lower,
  upper,
  o_letter,
  numeric,
  a_term,
  s_term,
  s_continue,
  close,
};

struct Character {
  WordClass word = WordClass::other;
  SentenceClass sentence = SentenceClass::other;
  bool lowers : 1 = false;   // lower-casing changes it
  bool unclean : 1 = false;  // may have to go or change before the text is clean (normalize.h)
};

extern const std::array<Character, 128> ascii_characters;
[[nodiscard]] Character non_ascii_character(char32_t code_point);

[[nodiscard]] inline Character character(char32_t code_point) {
  return code_point < 0x80 ? ascii_characters[code_point] : non_ascii_character(code_point);
}

// A code point and the number of bytes it takes. The text must be valid UTF-8.
struct Decoded {
  char32_t code_point;
  std::size_t length;
};
[[nodiscard]] Decoded decode_non_ascii(std::string_view text, std::size_t at);
[[nodiscard]] inline Decoded decode(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  return byte < 0x80 ? Decoded{byte, 1} : decode_non_ascii(text, at);
}
[[nodiscard]] Decoded decode_before(std::string_view text, std::size_t end);

// True for a code point that makes a segment a token: letters, digits and numbers of any script,
// and pictographs.
[[nodiscard]] bool is_word_like(char32_t code_point);

// True for letters and digits that a hyphen joins: those of scripts that separate words by blanks.
[[nodiscard]] bool is_hyphenable(char32_t code_point);

// True for characters of scripts that do not separate words by blanks: Han, kana, Thai, Khmer, …
[[nodiscard]] bool is_of_unspaced_script(char32_t code_point);

}  // namespace oovec::inline text
