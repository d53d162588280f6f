#include "oovec/text/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "oovec/base/error.h"
#include "tests/text/reference_tokenizer.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Strings = std::vector<std::string>;

std::vector<Strings> sentences(std::string_view line, const TokenizerOptions& options = {}) {
  Tokenizer tokenizer(options);
  std::vector<Strings> result;
  for (const PlainSentence& sentence : tokenize(tokenizer, line)) {
    Strings& tokens = result.emplace_back();
    for (const PlainToken& token : sentence.tokens) tokens.push_back(token.text);
  }
  return result;
}

Strings tokens(std::string_view line, const TokenizerOptions& options = {}) {
  Strings all;
  for (const Strings& sentence : sentences(line, options))
    all.insert(all.end(), sentence.begin(), sentence.end());
  return all;
}

Strings lower(std::string_view line) { return tokens(line, {TokenizerKind::words, Lowercase::on}); }

std::size_t sentence_count(std::string_view line) { return sentences(line).size(); }

TEST(Tokens, AreWordsAndNumbersWithoutPunctuation) {
  EXPECT_THAT(tokens("\"Well,\" said Bob (aged 42): no -- never! $5 & 10%..."),
              ElementsAre("Well", "said", "Bob", "aged", "42", "no", "never", "5", "10"));
}

TEST(Tokens, KeepInnerApostrophes) {
  EXPECT_THAT(tokens("don't 'quoted' dogs' dog’s rock 'n' roll"),
              ElementsAre("don't", "quoted", "dogs", "dog’s", "rock", "n", "roll"));
}

TEST(Tokens, KeepSingleHyphensBetweenLettersAndDigits) {
  EXPECT_THAT(tokens("well-known state-of-the-art 1914-18 -ism pre- a--b F-16 café-théâtre x-"),
              ElementsAre("well-known", "state-of-the-art", "1914-18", "ism", "pre", "a", "b",
                          "F-16", "café-théâtre", "x"));
  EXPECT_THAT(tokens("1914–1918 yes—no"), ElementsAre("1914", "1918", "yes", "no"));
}

TEST(Tokens, KeepSeparatorsInsideNumbers) {
  EXPECT_THAT(tokens("3.14 1,000,000 10:30 1.2.3 .5 5."),
              ElementsAre("3.14", "1,000,000", "10", "30", "1.2.3", "5", "5"));
}

TEST(Tokens, KeepThePeriodOfDottedAbbreviations) {
  EXPECT_THAT(tokens("the U.S. and U.S.-led e.g. this, Ph.D. (i.e. that) т.е."),
              ElementsAre("the", "U.S.", "and", "U.S.-led", "e.g.", "this", "Ph.D.", "i.e.", "that",
                          "т.е."));
  EXPECT_THAT(tokens("see example.com. I.i.1 end."),
              ElementsAre("see", "example.com", "I.i", "1", "end"));
}

TEST(Tokens, OfAddressesAreTheirParts) {
  EXPECT_THAT(tokens("http://www.example.com/a?b=C#d joe@example.org @joe #tag"),
              ElementsAre("http", "www.example.com", "a", "b", "C", "d", "joe", "example.org",
                          "joe", "tag"));
}

TEST(Tokens, KeepUnderscoresBesideLetters) {
  EXPECT_THAT(tokens("New_York __init__ __ _ a_ _-a"),
              ElementsAre("New_York", "__init__", "a_", "a"));
}

TEST(Tokens, CrossBlockBordersUnharmed) {
  for (std::size_t offset = 0; offset < 140; ++offset) {
    const std::string line = std::string(offset, ' ') + "Don't U.S.-led É-tude ’x 1,000 ___ ok";
    EXPECT_THAT(tokens(line), ElementsAre("Don't", "U.S.-led", "É-tude", "x", "1,000", "ok"))
        << offset;
  }
}

TEST(Tokens, OfChineseAndJapaneseAndThaiAreFoundByDictionary) {
  EXPECT_THAT(tokens("北京是中国的首都。"), ElementsAre("北京", "是", "中国", "的", "首都"));
  EXPECT_THAT(tokens("東京は日本の首都です。"),
              ElementsAre("東京", "は", "日本", "の", "首都", "です"));
  EXPECT_THAT(tokens("กรุงเทพเป็นเมืองหลวง"), ElementsAre("กรุงเทพ", "เป็น", "เมือง", "หลวง"));
}

TEST(Tokens, OfOtherScriptsAreWords) {
  EXPECT_THAT(
      tokens("Это Москва-река. 한국어 문장. ‏עברית־טובה ἀρχή "
             "नमस्ते "
             "दुनिया"),
      ElementsAre("Это", "Москва-река", "한국어", "문장", "עברית", "טובה", "ἀρχή", "नमस्ते",
                  "दुनिया"));
}

TEST(Tokens, OfEmojiAreWholeSequences) {
  EXPECT_THAT(tokens("hi 👋🏽! 👩‍💻❤️ 🇩🇪🇫🇷 ok😀"),
              ElementsAre("hi", "👋🏽", "👩‍💻", "❤️", "🇩🇪", "🇫🇷", "ok", "😀"));
}

TEST(Tokens, OfMixedStretchesAreAllFound) {
  EXPECT_THAT(tokens("a½b½c km² Zhōngguó (中国) x"),
              ElementsAre("a", "½", "b", "½", "c", "km", "²", "Zhōngguó", "中国", "x"));
  Strings many;
  std::string line;
  for (int i = 0; i < 1000; ++i) {
    line += "a½";
    many.insert(many.end(), {"a", "½"});
  }
  EXPECT_EQ(tokens(line), many);
}

TEST(Tokens, AreInNormalFormC) {
  EXPECT_THAT(tokens("cafe\u0301 Å"), ElementsAre("café", "Å"));
  EXPECT_THAT(tokens("co\u00ADoperate 10\u202F000"), ElementsAre("cooperate", "10", "000"));
}

TEST(Tokens, AreSeparatedByControlCharacters) {
  using namespace std::string_view_literals;
  EXPECT_THAT(tokens("a\0b\x01"
                     "c\x7F"
                     "d\te\vf\u0085g\u2028h\r\n"sv),
              ElementsAre("a", "b", "c", "d", "e", "f", "g", "h"));
}

TEST(Lowercasing, FollowsUnicode) {
  EXPECT_THAT(lower("STRASSE Straße ẞ"), ElementsAre("strasse", "straße", "ß"));
  EXPECT_THAT(lower("İstanbul I"), ElementsAre("i\u0307stanbul", "i"));
  EXPECT_THAT(lower("ΟΔΟΣ ΣΑΣ"), ElementsAre("οδος", "σας"));
  EXPECT_THAT(lower("E\u0301COLE ÉCOLE"), ElementsAre("école", "école"));
  EXPECT_THAT(lower("H\u0331"), ElementsAre("ẖ"));
  EXPECT_THAT(lower("МОСКВА İI"), ElementsAre("москва", "i\u0307i"));
}

TEST(Lowercasing, IsOfferedBesideTheTokenUnlessOn) {
  Tokenizer tokenizer;
  tokenizer.start("The École is naïve");
  const Sentence* sentence = tokenizer.next();
  ASSERT_NE(sentence, nullptr);
  ASSERT_EQ(sentence->tokens.size(), 4U);
  const Token the = sentence->tokens[0];
  EXPECT_EQ(the.text, "The");
  EXPECT_EQ(the.lower, "the");
  EXPECT_TRUE(the.has_upper());
  EXPECT_EQ(sentence->tokens[1].lower, "école");
  EXPECT_FALSE(sentence->tokens[2].has_upper());
  EXPECT_FALSE(sentence->tokens[3].has_upper());

  Tokenizer lowering({TokenizerKind::words, Lowercase::on});
  lowering.start("The École");
  sentence = lowering.next();
  ASSERT_NE(sentence, nullptr);
  EXPECT_EQ(sentence->tokens[0].text, "the");
  EXPECT_EQ(sentence->tokens[1].text, "école");
  EXPECT_FALSE(sentence->tokens[1].has_upper());
}

TEST(Lowercasing, IsDecidedByTheVocabulary) {
  EXPECT_EQ(decide_lowercase(Strings{"the", "of", "café"}), Lowercase::on);
  EXPECT_EQ(decide_lowercase(Strings{"the", "The"}), Lowercase::off);
  EXPECT_EQ(decide_lowercase(Strings{"der", "Äpfel"}), Lowercase::off);
  EXPECT_EQ(decide_lowercase(Strings{}), Lowercase::off);

  Strings words(999, "word");
  words.insert(words.end(), 9, "UNK");
  EXPECT_EQ(decide_lowercase(words), Lowercase::on);
  words.insert(words.end(), 3, "\xFFUNK");
  EXPECT_EQ(decide_lowercase(words), Lowercase::off);
}

TEST(Sentences, EndAtTerminators) {
  EXPECT_THAT(sentences("One two. Three! \"Four?\" Five… 6 is it. (Seven.) Eight"),
              ElementsAre(ElementsAre("One", "two"), ElementsAre("Three"), ElementsAre("Four"),
                          ElementsAre("Five", "6", "is", "it"), ElementsAre("Seven"),
                          ElementsAre("Eight")));
  EXPECT_EQ(sentence_count("你好。再见！"), 2U);
  EXPECT_EQ(sentence_count("One\rtwo\u2029three"), 3U);
}

TEST(Sentences, CarryTheirText) {
  Tokenizer tokenizer;
  tokenizer.start("  Hello, cafe\u0301!  Bye.\n");
  EXPECT_EQ(tokenizer.next()->text, "Hello, café!");
  EXPECT_EQ(tokenizer.next()->text, "Bye.");
  EXPECT_EQ(tokenizer.next(), nullptr);
  EXPECT_EQ(tokenizer.next(), nullptr);
}

TEST(Sentences, WithoutTokensAreLeftOut) {
  EXPECT_THAT(sentences(""), IsEmpty());
  EXPECT_THAT(sentences(" ... !? \n"), IsEmpty());
  EXPECT_EQ(sentence_count("... Yes. -- !"), 1U);
}

TEST(Sentences, DoNotEndAtTitlesAndAbbreviations) {
  for (const char* line :
       {"Dr. Smith met Mr. Jones and Mrs. Brown.", "St. John vs. Prof. Gray (cf. Miller).",
        "Roe v. Wade was long.", "Gen. Lee, Lt. Col. Ray and Sen. Bob.",
        "It is big, e.g. Germany, i.e. Europe.", "The U.S. Army bought it.", "At 5 p.m. Bob left.",
        "See Fig. 3 Left and No. 5 Squadron.", "He left on Jan. 5 Monday."})
    EXPECT_EQ(sentence_count(line), 1U) << line;
}

TEST(Sentences, DoNotEndAtInitials) {
  EXPECT_EQ(sentence_count("J. R. R. Tolkien and George W. Bush met É. Zola."), 1U);
}

TEST(Sentences, EndAfterInitialsBeforeWordsThatBeginSentences) {
  EXPECT_EQ(sentence_count("He lives in the U.S. The house is big."), 2U);
  EXPECT_EQ(sentence_count("We took vitamin C. \"It helped.\""), 2U);
  EXPECT_EQ(sentence_count("He fought in World War I. Germany lost."), 2U);
}

TEST(Sentences, EndAfterWordsThatOnlyLookLikeAbbreviations) {
  for (const char* line :
       {"He said no. Five came.", "It was art. Bob saw it.", "A fast one. Then no. The end"})
    EXPECT_GE(sentence_count(line), 2U) << line;
  EXPECT_EQ(sentence_count("He was in Xdr. Bob was not."), 2U);
  EXPECT_EQ(sentence_count("They use ÄDr. Bob does not."), 2U);
}

TEST(Sentences, DoNotEndInsideNumbersAndAddresses) {
  EXPECT_EQ(sentence_count("It costs 3.50 at http://a.com/?Q=1.B!C and Node.JS now"), 1U);
  EXPECT_EQ(sentence_count("Section 1.2.3 Overview of v2.0"), 1U);
}

TEST(WhitespaceTokenizer, SplitsAtBlanksOnlyAndDropsNothing) {
  const TokenizerOptions options{TokenizerKind::whitespace, Lowercase::off};
  EXPECT_THAT(sentences("Dr. Smith 's dog , -- __ . The\tEnd ! \r\n", options),
              ElementsAre(ElementsAre("Dr.", "Smith", "'s", "dog", ",", "--", "__", ".", "The",
                                      "End", "!")));
  EXPECT_THAT(tokens("10\u00A0000 北京 a\u00ADb", options),
              ElementsAre("10\u00A0000", "北京", "a\u00ADb"));
  EXPECT_THAT(sentences(" \t\n", options), IsEmpty());
}

TEST(WhitespaceTokenizer, LowercasesAndNormalizesIfAsked) {
  const TokenizerOptions options{TokenizerKind::whitespace, Lowercase::on};
  EXPECT_THAT(tokens("The ÉCOLE E\u0301T H\u0331", options),
              ElementsAre("the", "école", "ét", "ẖ"));
}

TEST(LongLines, AreTakenInPiecesCutAtBlanks) {
  std::string line;
  while (line.size() < 3 * Tokenizer::max_piece) line += "wörd ";
  Tokenizer tokenizer;
  tokenizer.start(line);
  std::size_t count = 0;
  while (const Sentence* sentence = tokenizer.next()) {
    EXPECT_LE(sentence->text.size(), Tokenizer::max_piece);
    for (const Token& token : sentence->tokens) EXPECT_EQ(token.text, "wörd");
    count += sentence->tokens.size();
  }
  EXPECT_EQ(count, line.size() / 6);
}

TEST(LongLines, WithoutBlanksAreCutBetweenCharacters) {
  std::string line = "x";
  while (line.size() < 2 * Tokenizer::max_piece) line += "ö";
  std::string joined;
  for (const std::string& token : tokens(line)) joined += token;
  EXPECT_EQ(joined, line);
}

TEST(LongLines, OfNothingButMarksDoNotTakeForever) {
  std::string line = "a";
  for (int i = 0; i < 50'000; ++i) line += "\u0301";
  for (int i = 0; i < 50'000; ++i) line += "\u0323";
  const Strings found = tokens(line);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_LT(found[0].size(), 100U);
}

TEST(Tokenizers, OfTwoThreadsDoNotDisturbEachOther) {
  const std::string line =
      "The École in Zürich. 北京是中国的首都。 ΟΔΟΣ 👋🏽 e\u0301";
  const std::vector<Strings> expected = sentences(line);
  std::vector<std::vector<Strings>> found(2);
  std::vector<std::thread> threads;
  threads.reserve(found.size());
  for (auto& result : found)
    threads.emplace_back([&result, &line] {
      for (int repeat = 0; repeat < 20; ++repeat) result = sentences(line);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(found, ElementsAre(expected, expected));
}

TEST(InvalidUtf8, IsRefusedWithItsOffset) {
  Tokenizer tokenizer;
  try {
    tokenizer.start("abc \xFF def");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::malformed);
    EXPECT_THAT(error.what(), testing::HasSubstr("byte 4 "));
  }
  EXPECT_EQ(tokenizer.next(), nullptr);
  EXPECT_THROW(tokenizer.start("truncated \xE2\x82"), Error);
  tokenizer.start("fine");
  EXPECT_NE(tokenizer.next(), nullptr);
}

TEST(TokenizerOptions, NamesItsFields) {
  std::map<std::string, std::string> values;
  TokenizerOptions options;
  options.fields([&]<class Value>(const char* name, const Value& value, const char*) {
    if constexpr (is_choice_v<Value>)
      values[name] = enum_name(value);
    else
      values[name] = value;
  });
  EXPECT_EQ(values, (std::map<std::string, std::string>{
                        {"tokenizer", "words"}, {"lowercase", "auto"}, {"language", "auto"}}));
}

}  // namespace
}  // namespace oovec
