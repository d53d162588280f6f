#include "oovec/vectors/word_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/io/input.h"
#include "tests/support/error_of.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> list_of(std::string_view text) {
  const auto input = memory_input(text, "list.txt");
  return read_word_list(*input);
}

TEST(WordList, HasAWordPerLine) {
  EXPECT_THAT(list_of("pomelo\nNew York\nfig"), ElementsAre("pomelo", "New York", "fig"));
  EXPECT_THAT(list_of(""), IsEmpty());
}

TEST(WordList, ByteOrderMarkBlanksAndLineEndsAreNoPartOfWords) {
  EXPECT_THAT(list_of("\uFEFFpomelo\r\n\r\n \t\n\tfig  \r\n plum"),
              ElementsAre("pomelo", "fig", "plum"));
}

TEST(WordList, KeepsTheSpelling) {
  EXPECT_THAT(list_of("E\u0301te\u0301\n"), ElementsAre("E\u0301te\u0301"));
}

TEST(WordList, AWordThatIsNotUtf8IsRefusedByLine) {
  const Error error = error_of([] { (void)list_of("pomelo\n\ncaf\xE9\n"); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("list.txt:3: byte 4 is not valid UTF-8"));
}

TEST(NormalWords, AreTrimmedAndInNormalForm) {
  const std::vector<std::string> list = {"\uFEFF Fig\r\n", "", " \t", "e\u0301te\u0301"};
  EXPECT_THAT(normal_words(list, Casing::kept), ElementsAre("Fig", "été"));
  EXPECT_THAT(normal_words(list, Casing::lower), ElementsAre("fig", "été"));
}

TEST(NormalWords, AWordThatIsNotUtf8IsRefusedByNumber) {
  const Error error = error_of([] { (void)normal_words({"fig", "caf\xE9"}, Casing::lower); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("word 2 of the list is not UTF-8 (byte 4)"));
}

const TokenizerOptions cased{.lowercase = Lowercase::off};
const TokenizerOptions lower_cased{.lowercase = Lowercase::on};

class ListedRowsTest : public testing::Test {
 protected:
  // Two spellings of été: in normal form C, and not.
  const Embeddings vectors_ = make_embeddings(
      {"fig", "Fig", "été", "e\u0301te\u0301", "New York", "FIG"}, 1, {1, 2, 3, 4, 5, 6});
};

TEST_F(ListedRowsTest, HaveTheWordsOfTheList) {
  const ListedRows found = find_listed(vectors_, {"New York", "Fig"}, cased);
  EXPECT_THAT(found.rows, ElementsAre(false, true, false, false, true, false));
  EXPECT_EQ(found.words.words, 2U);
  EXPECT_EQ(found.words.not_found, 0U);
}

TEST_F(ListedRowsTest, CapitalsMakeNoDifferenceWhereTextIsLowerCased) {
  EXPECT_THAT(find_listed(vectors_, {"Fig"}, lower_cased).rows,
              ElementsAre(true, true, false, false, false, true));
  EXPECT_THAT(find_listed(vectors_, {"new york"}, lower_cased).rows,
              ElementsAre(false, false, false, false, true, false));
}

TEST_F(ListedRowsTest, NormalFormsMakeNoDifference) {
  for (const std::string word : {"été", "e\u0301te\u0301", " e\u0301té\r\n"})
    EXPECT_THAT(find_listed(vectors_, {word}, cased).rows,
                ElementsAre(false, false, true, true, false, false));
  EXPECT_THAT(find_listed(vectors_, {"E\u0301TÉ"}, lower_cased).rows,
              ElementsAre(false, false, true, true, false, false));
}

TEST_F(ListedRowsTest, HaveTheWordThatTextWouldFind) {
  const Embeddings vectors = make_embeddings({"fig", "well", "ışık"}, 1, {1, 2, 3});
  EXPECT_THAT(find_listed(vectors, {"Fig's"}, cased).rows, ElementsAre(true, false, false));
  EXPECT_THAT(find_listed(vectors, {"well-known"}, cased).rows, ElementsAre(false, false, false));
  TokenizerOptions turkish = lower_cased;
  turkish.language = "tr";
  EXPECT_THAT(find_listed(vectors, {"IŞIK"}, turkish).rows, ElementsAre(false, false, true));
}

TEST_F(ListedRowsTest, TellOfWordsThatWereNotFound) {
  const std::vector<std::string> list = {"fig", "Nut", "", "Nut", "kiwi", "sloe"};
  const ListedWords words = find_listed(vectors_, list, lower_cased).words;
  EXPECT_EQ(words.words, 5U);
  EXPECT_EQ(words.not_found, 4U);
  EXPECT_THAT(words.examples, ElementsAre("Nut", "kiwi"));
}

TEST_F(ListedRowsTest, OfNoWordsAreNone) {
  const ListedRows found = find_listed(vectors_, {"", " "}, lower_cased);
  EXPECT_THAT(found.rows, ElementsAre(false, false, false, false, false, false));
  EXPECT_EQ(found.words.words, 0U);
}

TEST(FindWord, FindsARowHoweverTheWordIsSpelled) {
  const Embeddings vectors = make_embeddings({"été", "e\u0301pi", "freedom"}, 1, {1, 2, 3});
  EXPECT_EQ(find_word(vectors, "été").word, 0);
  EXPECT_EQ(find_word(vectors, "e\u0301te\u0301").word, 0);
  EXPECT_EQ(find_word(vectors, "e\u0301pi").word, 1);
  EXPECT_EQ(find_word(vectors, "Freedom").word, 2);
  EXPECT_EQ(find_word(vectors, "e\u0301lan").word, std::nullopt);
}

}  // namespace
}  // namespace oovec
