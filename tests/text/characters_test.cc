#include "oovec/text/characters.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>

namespace oovec {
namespace {

int icu(char32_t c, UProperty property) {
  return u_getIntPropertyValue(static_cast<UChar32>(c), property);
}

WordClass expected_word_class(char32_t c) {
  if (c == ':') return WordClass::other;  // CLDR's root locale does not join at colons
  switch (icu(c, UCHAR_WORD_BREAK)) {
    case U_WB_ALETTER:
      return WordClass::letter;
    case U_WB_NUMERIC:
      return WordClass::digit;
    case U_WB_EXTENDNUMLET:
      return WordClass::connector;
    case U_WB_MIDNUM:
      return WordClass::mid_num;
    case U_WB_MIDNUMLET:
    case U_WB_SINGLE_QUOTE:
      return WordClass::mid_num_let;
    default:
      return WordClass::other;
  }
}

bool ends_sentences(SentenceClass c) {
  return c == SentenceClass::a_term || c == SentenceClass::s_term;
}

TEST(Characters, OfAsciiAgreeWithIcu) {
  for (char32_t c = 0; c < 0x80; ++c) {
    SCOPED_TRACE(static_cast<int>(c));
    const Character found = character(c);
    const int sentence = icu(c, UCHAR_SENTENCE_BREAK);
    EXPECT_EQ(found.word, expected_word_class(c));
    EXPECT_EQ(found.sentence == SentenceClass::sp, sentence == U_SB_SP);
    EXPECT_EQ(found.sentence == SentenceClass::close, sentence == U_SB_CLOSE);
    EXPECT_EQ(found.sentence == SentenceClass::lower, sentence == U_SB_LOWER);
    EXPECT_EQ(found.sentence == SentenceClass::upper, sentence == U_SB_UPPER);
    EXPECT_EQ(found.sentence == SentenceClass::numeric, sentence == U_SB_NUMERIC);
    EXPECT_EQ(found.sentence == SentenceClass::s_continue, sentence == U_SB_SCONTINUE);
    EXPECT_EQ(ends_sentences(found.sentence), sentence == U_SB_ATERM || sentence == U_SB_STERM);
    EXPECT_EQ(found.lowers, u_tolower(static_cast<UChar32>(c)) != static_cast<UChar32>(c));
    EXPECT_FALSE(found.unclean);
  }
}

TEST(Characters, OutsideAsciiHaveTheirUnicodeRoles) {
  EXPECT_EQ(character(U'é').word, WordClass::letter);
  EXPECT_EQ(character(U'’').word, WordClass::mid_num_let);
  EXPECT_EQ(character(U'中').word, WordClass::complex);
  EXPECT_EQ(character(U'\u0301').word, WordClass::complex);
  EXPECT_EQ(character(U'。').sentence, SentenceClass::s_term);
  EXPECT_TRUE(character(U'É').lowers);
  EXPECT_TRUE(character(U'\u0301').unclean);
  EXPECT_FALSE(character(U'é').unclean);
}

TEST(Decode, ReadsSequencesOfEveryLength) {
  const std::string_view text = "aé€😀";
  EXPECT_EQ(decode(text, 0).code_point, U'a');
  EXPECT_EQ(decode(text, 1).code_point, U'é');
  EXPECT_EQ(decode(text, 3).code_point, U'€');
  EXPECT_EQ(decode(text, 6).code_point, U'😀');
  EXPECT_EQ(decode_before(text, 10).code_point, U'😀');
  EXPECT_EQ(decode_before(text, 10).length, 4U);
  EXPECT_EQ(decode_before(text, 3).code_point, U'é');
}

TEST(Characters, ScriptsWithoutBlanksAreKnown) {
  for (const char32_t c : {U'東', U'ひ', U'カ', U'ไ', U'ក'}) EXPECT_TRUE(is_of_unspaced_script(c));
  for (const char32_t c : {U'a', U'ж', U'한', U'1', U'é'}) EXPECT_FALSE(is_of_unspaced_script(c));
}

}  // namespace
}  // namespace oovec
