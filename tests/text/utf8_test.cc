#include "oovec/text/utf8.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

namespace oovec {
namespace {

using namespace std::string_literals;

// The bytes of a code point as RFC 3629 lays them out, valid or not.
std::string encode(std::uint32_t code) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0 | (code >> 6)), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0 | (code >> 12)), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | (code >> 18)), tail(12), tail(6), tail(0)};
}

TEST(Utf8, AcceptsExactlyTheScalarValues) {
  for (std::uint32_t code = 0; code < 0x120000; ++code) {
    const bool scalar = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    ASSERT_EQ(!find_invalid_utf8(encode(code)), scalar) << code;
  }
}

TEST(Utf8, AcceptsNothing) {
  EXPECT_EQ(find_invalid_utf8(""), std::nullopt);
  EXPECT_EQ(replace_invalid_utf8(""), "");
}

TEST(Utf8, FindsTheFirstIllFormedByte) {
  EXPECT_EQ(find_invalid_utf8("\xFF"), 0U);
  EXPECT_EQ(find_invalid_utf8("0123456789\x80"), 10U);  // past the eight bytes of the fast path
  EXPECT_EQ(find_invalid_utf8("é01234567\xC0\xAF"), 10U);
  EXPECT_EQ(find_invalid_utf8("日本\xE6\x9C"), 6U);
  EXPECT_EQ(find_invalid_utf8("a\0b\xF5"s), 3U);
}

TEST(Utf8, RefusesOverlongForms) {
  for (const char* text : {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF",
                           "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF", "\xF8\x88\x80\x80\x80"})
    EXPECT_EQ(find_invalid_utf8(text), 0U);
}

TEST(Utf8, RefusesSequencesCutShort) {
  for (const std::string text : {"é", "€", "𝄞"})
    for (std::size_t size = 1; size < text.size(); ++size) {
      EXPECT_EQ(find_invalid_utf8(text.substr(0, size)), 0U);
      EXPECT_EQ(find_invalid_utf8(text.substr(0, size) + "abc"), 0U);
      EXPECT_EQ(replace_invalid_utf8(text.substr(0, size) + "abc"), "\uFFFDabc");
    }
}

// Table 3-8 of the Unicode standard: "substitution of maximal subparts".
TEST(Utf8, ReplacesEachMaximalIllFormedPartOnce) {
  EXPECT_EQ(replace_invalid_utf8("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64"),
            "a\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd");
  EXPECT_EQ(replace_invalid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(replace_invalid_utf8("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST(Utf8, RepairedTextIsValidAndValidTextUntouched) {
  EXPECT_TRUE(rc::check([](const std::string& text) {
    const std::string repaired = replace_invalid_utf8(text);
    RC_ASSERT(!find_invalid_utf8(repaired));
    RC_ASSERT(replace_invalid_utf8(repaired) == repaired);
    RC_ASSERT((repaired == text) == !find_invalid_utf8(text));
  }));
}

TEST(Utf8, RepairKeepsAllThatPrecedesTheFirstIllFormedByte) {
  EXPECT_TRUE(rc::check([](const std::string& text) {
    const std::size_t at = find_invalid_utf8(text).value_or(text.size());
    RC_ASSERT(replace_invalid_utf8(text).substr(0, at) == text.substr(0, at));
  }));
}

}  // namespace
}  // namespace oovec
