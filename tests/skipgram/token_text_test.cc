#include "oovec/skipgram/token_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scratch.h"

namespace oovec {
namespace {

using testing::ElementsAre;

TokenText read(std::string_view content, TokenTextOptions options = {}) {
  const Scratch workspace;
  return read_token_text({workspace.file("text", content)}, options);
}

TokenTextOptions at_least_seen(std::uint64_t min_count) {
  TokenTextOptions options;
  options.min_count = min_count;
  return options;
}

std::vector<std::string> words_of(const TokenText& text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.words.size(); ++i) words.emplace_back(text.words.view().word(i));
  return words;
}

// The text again, with " | " between sentences.
std::string text_of(const TokenText& text) {
  std::string result;
  for (const std::uint32_t token : text.tokens)
    result += token == sentence_end ? "| " : std::string(text.words.view().word(token)) + " ";
  return result;
}

TEST(TokenText, NumbersWordsByFrequencyAndThenInByteOrder) {
  const TokenText text = read("pear fig\nfig apple fig pear\n");
  EXPECT_THAT(words_of(text), ElementsAre("fig", "pear", "apple"));
  EXPECT_THAT(text.counts, ElementsAre(3, 2, 1));
  EXPECT_THAT(words_of(read("b é a\n")), ElementsAre("a", "b", "é"));
}

TEST(TokenText, EndsEverySentence) {
  EXPECT_EQ(text_of(read("One fig. Two figs!\nthree\n")), "One fig | Two figs | three | ");
}

TEST(TokenText, RareWordsVanishAndSentencesThatHaveNoOthers) {
  const TokenText text = read("a b c\nd\nb x a\ny z\n", at_least_seen(2));
  EXPECT_THAT(words_of(text), ElementsAre("a", "b"));
  EXPECT_EQ(text_of(text), "a b | b a | ");
  EXPECT_EQ(text.sentences, 4U);
  EXPECT_EQ(text.tokens_read, 9U);
  EXPECT_EQ(text.tokens_kept, 4U);
}

TEST(TokenText, NothingIsFrequentEnough) {
  const TokenText text = read("a b c\n", at_least_seen(2));
  EXPECT_EQ(text.words.size(), 0U);
  EXPECT_TRUE(text.tokens.empty());
}

TEST(TokenText, OfNoTextIsEmpty) {
  const TokenText text = read("");
  EXPECT_EQ(text.words.size(), 0U);
  EXPECT_EQ(text.lines.lines, 0U);
}

TEST(TokenText, AByteOrderMarkIsNoPartOfTheFirstWord) {
  TokenTextOptions options;
  options.text.tokenizer = TokenizerKind::whitespace;
  EXPECT_EQ(text_of(read("\uFEFFa fig\r\na pear\r\n", options)), "a fig | a pear | ");
}

TEST(TokenText, LeavesOutExcludedWords) {
  TokenTextOptions options;
  options.excluded = {"fig", "unseen"};
  const TokenText text = read("a fig\nfig\na pear\n", options);
  EXPECT_EQ(text_of(text), "a | a pear | ");
  EXPECT_FALSE(text.words.find("fig"));
  EXPECT_EQ(text.excluded.words, 2U);
  EXPECT_THAT(text.excluded.examples, testing::ElementsAre("unseen"));
}

TEST(TokenText, LowerCasesAndSplitsAsAsked) {
  TokenTextOptions options;
  options.text = {TokenizerKind::whitespace, Lowercase::on};
  EXPECT_EQ(text_of(read("The fig. The END\n", options)), "the fig. the end | ");
}

TEST(TokenText, ReadsFieldsOfJsonLinesAndCountsBadLines) {
  TokenTextOptions options;
  options.rules.jsonl = "body";
  options.rules.bad_lines = 1;
  const TokenText text = read("{\"body\": \"a fig\"}\n{\"title\": \"b\"}\n\xFF\n", options);
  EXPECT_EQ(text_of(text), "a fig | ");
  EXPECT_EQ(text.lines.lines, 3U);
  EXPECT_EQ(text.lines.bad_lines, 2U);
}

TEST(TokenText, IsTheSameForAnyNumberOfThreads) {
  std::string content;
  for (int i = 0; content.size() < 3 << 20; ++i)
    content += "w" + std::to_string(i % 7919) + " w" + std::to_string(i % 104729) + ".\n";
  TokenTextOptions options = at_least_seen(3);
  options.threads = 1;
  const TokenText expected = read(content, options);
  EXPECT_GT(expected.words.size(), 7919U);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    const TokenText text = read(content, options);
    EXPECT_EQ(words_of(text), words_of(expected));
    EXPECT_EQ(text.counts, expected.counts);
    EXPECT_EQ(text.tokens, expected.tokens);
  }
}

}  // namespace
}  // namespace oovec
