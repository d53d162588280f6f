// UTF-16 comes as UTF-8, and is recognised where that is certain.
#include "oovec/io/utf16_input.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/io/codecs.h"

namespace oovec {
namespace {

std::string utf16(std::u16string_view text, ByteOrder order) {
  std::string bytes;
  for (const char16_t unit : text) {
    const char low = static_cast<char>(unit & 0xFF);
    const char high = static_cast<char>(unit >> 8);
    bytes += order == ByteOrder::little ? low : high;
    bytes += order == ByteOrder::little ? high : low;
  }
  return bytes;
}

std::string decoded(const std::string& bytes, ByteOrder order) {
  Utf16Input input(memory_input(bytes, "test"), order);
  return read_all(input);
}

TEST(Utf16Input, GivesUtf8) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    EXPECT_EQ(decoded(utf16(u"a é ж 中 🍊\n", order), order), "a é ж 中 🍊\n");
    EXPECT_EQ(decoded("", order), "");
  }
}

TEST(Utf16Input, AByteOrderMarkStaysOne) {
  EXPECT_EQ(decoded("\xFF\xFE" + utf16(u"a", ByteOrder::little), ByteOrder::little),
            "\xEF\xBB\xBF"
            "a");
}

TEST(Utf16Input, SurrogatesWithoutPartnerAreNotUtf8) {
  const auto little = ByteOrder::little;
  EXPECT_EQ(decoded(std::string("\x3C\xD8", 2), little), "\xED\xA0\xBC");
  EXPECT_EQ(decoded(std::string("\x3C\xD8"
                                "a\0",
                                4),
                    little),
            "\xED\xA0\xBC"
            "a");
  EXPECT_EQ(decoded(std::string("\x4A\xDF"
                                "a\0",
                                4),
                    little),
            "\xED\xBD\x8A"
            "a");
}

TEST(Utf16Input, HalfACodeUnitAtTheEndIsNotUtf8) {
  EXPECT_EQ(decoded(std::string("a\0b", 3), ByteOrder::little), "a\xFF");
}

TEST(Utf16Input, PairsOfSurrogatesMayLieInTwoBlocks) {
  constexpr std::size_t block = 32'768;  // code units
  std::u16string text;
  std::string expected;
  for (int i = 0; i < 3; ++i) {
    const std::size_t more = block - 1 - text.size() % block;
    text += std::u16string(more, u'x') + u"🍊";
    expected += std::string(more, 'x') + "🍊";
  }
  EXPECT_TRUE(decoded(utf16(text, ByteOrder::big), ByteOrder::big) == expected);
}

TEST(FindUtf16, GoesByAByteOrderMark) {
  EXPECT_EQ(find_utf16("\xFF\xFEx"), ByteOrder::little);
  EXPECT_EQ(find_utf16("\xFE\xFFx"), ByteOrder::big);
}

TEST(FindUtf16, RecognisesAlphabetsWithoutOne) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big})
    for (const char16_t* text : {u"The fruit is ripe.\n", u"Это — спелый плод.\n",
                                 u"Ο καρπός είναι ώριμος.\n", u"फल पका हुआ है।\n", u"a\n"})
      EXPECT_EQ(find_utf16(utf16(text, order)), order);
}

TEST(FindUtf16, TakesNothingElseForUtf16) {
  using namespace std::string_literals;
  for (const std::string& text :
       {""s, "a"s, "ab"s, "\0\0\0\0"s, "the\0ripe\0\0fruit\n"s, "abc\0abc\0abc\0"s, "\n\n\n\n\n\n"s,
        "The fruit"s, "Это плод"s, "a\n"s, "\0\1\0\2\0\3\0\4"s, "\t\t\t\t"s})
    EXPECT_EQ(find_utf16(text), std::nullopt) << text;
}

TEST(FindUtf16, NeverTakesUtf8TextForUtf16) {
  EXPECT_TRUE(rc::check("printable text", [] {
    const auto text = *rc::gen::container<std::string>(rc::gen::inRange<char>(' ', '~'));
    RC_ASSERT(!find_utf16(text));
  }));
}

}  // namespace
}  // namespace oovec
