// Normal forms of text: one spelling for what reads the same.
#pragma once

#include <string>
#include <string_view>

namespace oovec::inline text {

[[nodiscard]] inline bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

// The text without blanks and control characters at either end.
[[nodiscard]] inline std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Unicode Normalization Form C. Of more than 30 combining marks in a row (no language has them)
// only the first 30 are kept, so that hostile text cannot make normalisation slow.
[[nodiscard]] std::string to_nfc(std::string_view text);

// NFC of running text: besides, soft hyphens are removed, and U+202F NARROW NO-BREAK SPACE becomes
// a blank, since UAX #29 counts it as part of the word beside it.
[[nodiscard]] std::string clean_text(std::string_view text);

// How capitals are treated.
enum class Casing {
  kept,
  lower,   // by Unicode's default rules: I becomes i, and İ becomes i with a combining dot
  turkic,  // by those of Turkish and Azerbaijani: I becomes ı, and İ becomes i
};

// In lower case, and in NFC. Replaces `lowered`. The casing must not be `kept`.
void to_lower(std::string_view word, std::string& lowered, Casing casing = Casing::lower);

// The word without case, accents and compatibility forms, which many tokenizers do not tell apart:
// "Café" and "ｃａｆｅ" become "cafe". The word must be UTF-8.
[[nodiscard]] std::string to_folded(std::string_view word);

// A word without blanks at either end, in normal form C; empty if nothing is left. The word must be
// UTF-8.
[[nodiscard]] std::string normal_form(std::string_view word, Casing casing);

// The word as models spell it: its normal form, lower-cased if their text is
// (TokenizerOptions::casing()). Throws Error(malformed) unless it is UTF-8 without NUL,
// Error(usage) if nothing is left.
[[nodiscard]] std::string normal_word(std::string_view word, Casing casing);

// Whether lower-casing changes the word. Bytes that are not UTF-8 have no case.
[[nodiscard]] bool has_upper(std::string_view word);

}  // namespace oovec::inline text
