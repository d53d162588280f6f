#include "oovec/text/normalize.h"

#include <fmt/format.h>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/ucasemap.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>

#include "oovec/base/error.h"
#include "oovec/text/characters.h"
#include "oovec/text/icu.h"
#include "oovec/text/utf8.h"

namespace oovec::inline text {
namespace {

// Looked up once: threads then meet at our own guard, which ThreadSanitizer sees, unlike ICU's.
const icu::Normalizer2& nfc() {
  static const icu::Normalizer2* const normalizer = [] {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* found = icu::Normalizer2::getNFCInstance(status);
    check_icu(status, "normalise");
    return found;
  }();
  return *normalizer;
}

void append_nfc(std::string_view text, std::string& out) {
  UErrorCode status = U_ZERO_ERROR;
  icu::StringByteSink<std::string> sink(&out, static_cast<std::int32_t>(text.size()));
  nfc().normalizeUTF8(0, {text.data(), static_cast<std::int32_t>(text.size())}, sink, nullptr,
                      status);
  check_icu(status, "normalise");
}

constexpr int max_marks_in_a_row = 30;  // as in the Stream-Safe Text Format, UAX #15

// Copies the text character by character, leaving out marks past the maximum and whatever `replace`
// answers with an empty string; `replace` answers any other character with its replacement or
// itself.
template <class Replace>
std::string filtered(std::string_view text, Replace&& replace) {
  std::string out;
  out.reserve(text.size());
  int marks = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, length] = decode(text, at);
    const bool ascii = code_point < 0x80;
    marks = !ascii && u_getCombiningClass(static_cast<UChar32>(code_point)) != 0 ? marks + 1 : 0;
    const std::string_view same = text.substr(at, length);
    if (marks <= max_marks_in_a_row) out += ascii ? same : replace(code_point, same);
    at += length;
  }
  return out;
}

const UCaseMap* open_case_map(const char* locale) {
  UErrorCode status = U_ZERO_ERROR;
  const UCaseMap* const made = ucasemap_open(locale, 0, &status);
  check_icu(status, "lower-case");
  return made;
}

// ICU counts bytes in 31 bits.
void check_size(std::string_view text) {
  if (text.size() > (std::size_t{1} << 30))
    throw Error(ErrorKind::usage,
                fmt::format("cannot normalise {} bytes at once, the limit is 1 GiB", text.size()));
}

template <class Replace>
std::string normalized(std::string_view text, Replace&& replace) {
  check_size(text);
  std::string out;
  append_nfc(filtered(text, replace), out);
  return out;
}

}  // namespace

std::string to_nfc(std::string_view text) {
  return normalized(text, [](char32_t, std::string_view same) { return same; });
}

std::string clean_text(std::string_view text) {
  return normalized(text, [](char32_t c, std::string_view same) {
    if (c == U'\u00AD') return std::string_view();
    if (c == U'\u202F') return std::string_view(" ");
    return same;
  });
}

void to_lower(std::string_view word, std::string& lowered, Casing casing) {
  check_size(word);
  static const UCaseMap* const root = open_case_map("");
  static const UCaseMap* const turkic = open_case_map("tr");
  const auto size = static_cast<std::int32_t>(word.size());
  lowered.resize(word.size() * 3);  // no character grows more
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t length =
      ucasemap_utf8ToLower(casing == Casing::turkic ? turkic : root, lowered.data(),
                           static_cast<std::int32_t>(lowered.size()), word.data(), size, &status);
  if (status == U_STRING_NOT_TERMINATED_WARNING) status = U_ZERO_ERROR;
  check_icu(status, "lower-case");
  lowered.resize(static_cast<std::size_t>(length));

  // H with macron below has no single code point, h with macron below has.
  status = U_ZERO_ERROR;
  if (nfc().isNormalizedUTF8({lowered.data(), length}, status) == 0) lowered = to_nfc(lowered);
}

std::string to_folded(std::string_view word) {
  std::string lowered;
  to_lower(word, lowered);
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* const nfkd = icu::Normalizer2::getNFKDInstance(status);
  check_icu(status, "normalise");
  std::string decomposed;
  icu::StringByteSink<std::string> sink(&decomposed);
  nfkd->normalizeUTF8(0, {lowered.data(), static_cast<std::int32_t>(lowered.size())}, sink, nullptr,
                      status);
  check_icu(status, "normalise");
  return filtered(decomposed, [](char32_t c, std::string_view same) {
    return u_charType(static_cast<UChar32>(c)) == U_NON_SPACING_MARK ? std::string_view() : same;
  });
}

std::string normal_form(std::string_view word, Casing casing) {
  word = trim(word);
  if (casing == Casing::kept) return to_nfc(word);
  std::string lowered;
  to_lower(word, lowered, casing);
  return lowered;
}

std::string normal_word(std::string_view word, Casing casing) {
  if (const auto at = find_invalid_utf8(word))
    throw Error(ErrorKind::malformed,
                fmt::format("the word is not UTF-8 (byte {}); convert it to UTF-8", *at + 1));
  if (word.find('\0') != word.npos)
    throw Error(ErrorKind::malformed, "the word contains a NUL character; remove it");
  std::string normal = normal_form(word, casing);
  if (normal.empty()) throw Error(ErrorKind::usage, "the word is empty; give one");
  return normal;
}

bool has_upper(std::string_view word) {
  while (!word.empty()) {
    const std::size_t valid = find_invalid_utf8(word).value_or(word.size());
    for (std::size_t at = 0; at < valid;) {
      const auto [code_point, length] = decode(word, at);
      if (character(code_point).lowers) return true;
      at += length;
    }
    word.remove_prefix(std::min(valid + 1, word.size()));
  }
  return false;
}

}  // namespace oovec::inline text
