// The tokenizer against its plain twin, on text made of what the rules are about.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

#include "tests/text/reference_tokenizer.h"

namespace oovec {
namespace {

rc::Gen<std::string> pieces(std::vector<std::string> choices) {
  return rc::gen::elementOf(std::move(choices));
}

rc::Gen<std::string> ascii_piece() {
  return pieces({"a",     "B",    "I",    "word", "The",     "x9",    "7",    "10",    " ",   " ",
                 " ",     " ",    "  ",   "\t",   ".",       ".",     ". ",   ". ",    "!",   "?",
                 "? ",    "!\" ", ",",    ";",    ":",       "-",     "-",    "--",    "'",   "'",
                 "\"",    "(",    ")",    "[",    "]",       "_",     "__",   "@",     "#",   "/",
                 "\r",    "\n",   "\r\n", "\v",   "\f",      "\x01",  "Dr.",  "U.S.",  "e.g", "No.",
                 "Jan.",  "p. ",  "vs",   "J. ",  "http://", "don't", "3.14", "1,000", "...", "'s",
                 "etc. ", "~",    "$",    "%",    "\x7F"});
}

rc::Gen<std::string> unicode_piece() {
  return pieces({"é",      "É",      "ß",      "İ",          "Σ",      "ω",         "ж",
                 "Ж",      "’",      "‘",      "“",          "”",      "–",         "—",
                 "…",      "·",      "½",      "²",          "中",     "国",        "。",
                 "！",     "か",     "カ",     "ー",         "한",     "ก",         "ำ",
                 "็",       "א",      "״",      "ب",          "؟",      "١",         "٫",
                 "न",      "म",      "्",       "।",          "😀",      "👩",         "\u200D",
                 "🏽",   "\uFE0F", "🇩",      "🇪",          "\u20E3", "\u0301",    "\u0331",
                 "\u00AD", "\u200B", "\uFEFF", "\u00A0",     "\u202F", "\u3000",    "\u2028",
                 "\u0085", "．",     "․",      "﹒",         "\u203F", "\u02C2",    "\u037E",
                 "Å",      "ﬁ",      "Ǆ",      "ª",          "№",      "™",         "‼",
                 "\u0345", "\u1100", "\u1161", "\U0001F1E6", "𝐀",      "\U000E0041"});
}

std::string utf8(int c) {
  const auto tail = [c](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xE0 | c >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0)};
}

bool is_surrogate(int c) { return c >= 0xD800 && c < 0xE000; }

// Any character of the planes that are in use.
rc::Gen<std::string> any_character() {
  return rc::gen::map(rc::gen::inRange<int>(1, 0x20000),
                      [](int c) { return is_surrogate(c) ? "?" : utf8(c); });
}

rc::Gen<std::string> line_of(const rc::Gen<std::string>& piece) {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                      [](const std::vector<std::string>& parts) {
                        std::string line;
                        for (const std::string& part : parts) line += part;
                        return line;
                      });
}

// Many lines per case, since each is cheap and what differs is rare.
void expect_agreement(const rc::Gen<std::string>& piece) {
  Tokenizer tokenizer;
  ReferenceTokenizer reference;
  for (const std::string& line : *rc::gen::container<std::vector<std::string>>(50, line_of(piece)))
    if (tokenize(tokenizer, line) != reference.tokenize(line)) RC_FAIL("differs from ICU: " + line);
}

TEST(Tokenizer, AgreesWithIcuOnAsciiText) {
  EXPECT_TRUE(rc::check([] { expect_agreement(ascii_piece()); }));
}

TEST(Tokenizer, AgreesWithIcuOnMixedText) {
  EXPECT_TRUE(rc::check(
      [] { expect_agreement(rc::gen::oneOf(ascii_piece(), ascii_piece(), unicode_piece())); }));
}

TEST(Tokenizer, AgreesWithIcuOnUnicodeText) {
  EXPECT_TRUE(rc::check([] {
    expect_agreement(rc::gen::weightedOneOf<std::string>(
        {{2, ascii_piece()}, {3, unicode_piece()}, {2, any_character()}}));
  }));
}

TEST(Tokenizer, AgreesWithIcuOnEveryCharacterOfTheBasicPlaneBetweenWords) {
  Tokenizer tokenizer;
  ReferenceTokenizer reference;
  for (int c = 0x20; c < 0x10000; ++c) {
    if (is_surrogate(c)) continue;
    const std::string line = fmt::format("a{0}b 1{0}2 {0} X.{0} Y{0} Z {0}{0}", utf8(c));
    EXPECT_TRUE(tokenize(tokenizer, line) == reference.tokenize(line)) << std::hex << c;
  }
}

}  // namespace
}  // namespace oovec
