#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "oovec/io/output.h"
#include "oovec/vectors/text_row.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(TextFormat, ReadsWord2vecText) {
  const ReadResult result = read_bytes("2 3\nthe 1 2 3\nof 4 5 6\n");
  EXPECT_EQ(result.format, VectorFormat::word2vec);
  EXPECT_THAT(words_of(result.embeddings), ElementsAre("the", "of"));
  EXPECT_THAT(row_of(result.embeddings, "of"), ElementsAre(4, 5, 6));
  EXPECT_TRUE(result.problems.empty());
}

TEST(TextFormat, ReadsGloveText) {
  const ReadResult result = read_bytes("the 1 2 3\nof 4 5 6\n");
  EXPECT_EQ(result.format, VectorFormat::glove);
  EXPECT_THAT(words_of(result.embeddings), ElementsAre("the", "of"));
  EXPECT_THAT(row_of(result.embeddings, "the"), ElementsAre(1, 2, 3));
}

TEST(TextFormat, RecognisesFastTextVecByTheBlankAfterItsRows) {
  const ReadResult result = read_bytes("2 3\nthe 1 2 3 \nof 4 5 6 \n");
  EXPECT_EQ(result.format, VectorFormat::fasttext_vec);
  EXPECT_THAT(row_of(result.embeddings, "of"), ElementsAre(4, 5, 6));
}

TEST(TextFormat, TheLastLineNeedsNoLineEnd) {
  EXPECT_THAT(row_of(read_bytes("the 1 2\nof 3 4").embeddings, "of"), ElementsAre(3, 4));
  EXPECT_THAT(row_of(read_bytes("2 2\nthe 1 2\nof 3 4").embeddings, "of"), ElementsAre(3, 4));
}

TEST(TextFormat, LinesMayEndInCarriageReturnAndLineFeed) {
  const ReadResult result = read_bytes("2 2\r\nthe 1 2\r\nof 3 4\r\n");
  EXPECT_EQ(result.format, VectorFormat::word2vec);
  EXPECT_THAT(words_of(result.embeddings), ElementsAre("the", "of"));
  EXPECT_THAT(row_of(result.embeddings, "of"), ElementsAre(3, 4));
}

TEST(TextFormat, AByteOrderMarkIsPassedOver) {
  EXPECT_THAT(words_of(read_bytes("\xEF\xBB\xBFthe 1 2\nof 3 4\n").embeddings),
              ElementsAre("the", "of"));
  EXPECT_THAT(words_of(read_bytes("\xEF\xBB\xBF\x31 2\nthe 1 2\n").embeddings), ElementsAre("the"));
}

TEST(TextFormat, EmptyLinesArePassedOver) {
  EXPECT_THAT(words_of(read_bytes("the 1 2\n\n \t\nof 3 4\n\n").embeddings),
              ElementsAre("the", "of"));
}

TEST(TextFormat, WordsMayContainBlanks) {
  const Embeddings vectors = read_bytes("the 1 2\nice cream 3 4\nin New York 5 6\n").embeddings;
  EXPECT_THAT(words_of(vectors), ElementsAre("the", "ice cream", "in New York"));
  EXPECT_THAT(row_of(vectors, "ice cream"), ElementsAre(3, 4));
}

TEST(TextFormat, TheDimensionIsWhatMostRowsHave) {
  const Embeddings vectors = read_bytes("area 51 1 2\nthe 1 2\nof 3 4\n").embeddings;
  EXPECT_EQ(vectors.dimension(), 2U);
  EXPECT_THAT(words_of(vectors), ElementsAre("area 51", "the", "of"));
}

TEST(TextFormat, AHeaderCountThatIsTooHighIsRefused) {
  const Error error = read_error("3 2\nthe 1 2\nof 3 4\n");
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("test:1: the header announces 3 rows and the file holds 2"));
}

TEST(TextFormat, AHeaderCountThatIsTooLowIsRefused) {
  EXPECT_THAT(read_error("1 2\nthe 1 2\nof 3 4\n").what(),
              HasSubstr("announces 1 rows and the file holds 2"));
}

TEST(TextFormat, RepairKeepsTheRowsThatAreThere) {
  const ReadResult result = read_bytes("3 2\nthe 1 2\nof 3 4\n", repairing());
  EXPECT_THAT(words_of(result.embeddings), ElementsAre("the", "of"));
  EXPECT_THAT(kinds_of(result.problems), ElementsAre(ProblemKind::wrong_count));
}

TEST(TextFormat, ALoneHeaderIsRefused) {
  EXPECT_THAT(read_error("3 100\n").what(), HasSubstr("announces 3 rows and the file holds none"));
  EXPECT_THAT(read_error("3 100").what(), HasSubstr("announces 3 rows and the file holds none"));
}

TEST(TextFormat, AHeaderForNoRowsGivesNoRows) {
  const Embeddings vectors = read_bytes("0 100\n").embeddings;
  EXPECT_EQ(vectors.size(), 0U);
  EXPECT_EQ(vectors.dimension(), 100U);
}

TEST(TextFormat, OfDuplicateWordsTheFirstWinsAndTheOthersAreReported) {
  const ReadResult result = read_bytes("the 1 2\nof 3 4\nthe 5 6\n");
  EXPECT_THAT(words_of(result.embeddings), ElementsAre("the", "of"));
  EXPECT_THAT(row_of(result.embeddings, "the"), ElementsAre(1, 2));
  ASSERT_THAT(kinds_of(result.problems), ElementsAre(ProblemKind::duplicate_word));
  EXPECT_EQ(result.problems[0].line, 3U);
  EXPECT_EQ(result.problems[0].offset, 15U);
}

TEST(TextFormat, ADuplicateCountsAsARowOfTheHeader) {
  EXPECT_EQ(read_bytes("3 2\nthe 1 2\nof 3 4\nthe 5 6\n").embeddings.size(), 2U);
}

TEST(TextFormat, AnEmptyWordIsRefused) {
  EXPECT_THAT(read_error("the 1 2\n 3 4\n").what(), HasSubstr("test:2: the word is empty"));
}

TEST(TextFormat, NumbersThatAreNotFiniteAreRefused) {
  EXPECT_THAT(read_error("the 1 2\nof nan 4\n").what(),
              HasSubstr("test:2: number 1 of \"of\" is nan"));
  EXPECT_THAT(read_error("the 1 2\nof 3 -inf\n").what(), HasSubstr("number 2 of \"of\" is -inf"));
  EXPECT_THAT(read_error("the 1 2\nof 3 1e99\n").what(), HasSubstr("test:2:"));
}

TEST(TextFormat, ARowWithTooFewNumbersIsRefused) {
  const Error error = read_error("the 1 2 3\nof 4 5\nand 7 8 9\n");
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("test:2: \"of\" has 2 numbers where 3 are expected"));
  EXPECT_THAT(error.what(), HasSubstr("`repair`"));
}

TEST(TextFormat, ARowWithTooManyNumbersIsRefused) {
  EXPECT_THAT(read_error("the 1 2 3\nof 0.5 4 5 6\nand 7 8 9\n").what(),
              HasSubstr("test:2: \"of\" has more than 3 numbers"));
}

TEST(TextFormat, InvalidUtf8IsRefusedWithItsOffset) {
  EXPECT_THAT(read_error("the 1 2\nca\xFF\x66 3 4\n").what(),
              HasSubstr("test:2: invalid UTF-8 at byte 10"));
}

TEST(TextFormat, InvalidUtf8CanBeReplacedOrSkipped) {
  ReadOptions options;
  options.invalid_utf8 = InvalidUtf8::replace;
  EXPECT_THAT(words_of(read_bytes("the 1 2\nca\xFF 3 4\n", options).embeddings),
              ElementsAre("the", "ca\uFFFD"));
  options.invalid_utf8 = InvalidUtf8::skip;
  const ReadResult skipped = read_bytes("the 1 2\nca\xFF 3 4\n", options);
  EXPECT_THAT(words_of(skipped.embeddings), ElementsAre("the"));
  EXPECT_THAT(kinds_of(skipped.problems), ElementsAre(ProblemKind::invalid_utf8));
}

TEST(TextFormat, AnEmptyFileIsRefused) {
  EXPECT_THAT(read_error("").what(), HasSubstr("test: the file is empty"));
  EXPECT_EQ(read_error("\n\n").kind(), ErrorKind::malformed);
}

TEST(TextFormat, AFileOfProseIsRefused) {
  EXPECT_THAT(read_error("It was a bright cold day in April.\n").what(),
              HasSubstr("test:1: no row"));
}

TEST(TextFormat, OneWordIsEnough) {
  EXPECT_THAT(row_of(read_bytes("the 1 2\n").embeddings, "the"), ElementsAre(1, 2));
  EXPECT_THAT(row_of(read_bytes("1 2\nthe 1 2\n").embeddings, "the"), ElementsAre(1, 2));
}

TEST(TextFormat, OneDimensionIsEnough) {
  EXPECT_THAT(row_of(read_bytes("the 1\nof 2\n").embeddings, "of"), ElementsAre(2));
  EXPECT_THAT(row_of(read_bytes("2 1\nthe 1\nof 2\n").embeddings, "of"), ElementsAre(2));
}

TEST(TextFormat, TwoThousandDimensionsAreFine) {
  std::string text = "the";
  for (int i = 0; i < 2000; ++i) text += " 0." + std::to_string(i + 1000);
  EXPECT_EQ(read_bytes(text + "\n").embeddings.dimension(), 2000U);
  EXPECT_EQ(read_bytes("1 2000\n" + text).embeddings.row(0)[1999], 0.2999F);
}

TEST(TextFormat, AMillionWordsAreFine) {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i)
    text += "w" + std::to_string(i) + " " + std::to_string(i) + "\n";
  const Embeddings vectors = read_bytes(text).embeddings;
  EXPECT_EQ(vectors.size(), 1'000'000U);
  for (const int i : {0, 1, 4711, 999'999})
    EXPECT_THAT(row_of(vectors, "w" + std::to_string(i)), ElementsAre(static_cast<float>(i)));
}

TEST(TextFormat, AFirstRowThatCouldBeAHeaderIsToldByTheSecond) {
  const ReadResult result = read_bytes("400000 7\nthe 1\nof 2\n");
  EXPECT_EQ(result.format, VectorFormat::glove);
  EXPECT_THAT(words_of(result.embeddings), ElementsAre("400000", "the", "of"));
}

TEST(TextFormat, AFirstRowThatCannotBeToldFromAHeaderIsRefusedUnlessSaid) {
  const std::string text = "400000 1\nthe 1\nof 2\n";
  EXPECT_THAT(read_error(text).what(), HasSubstr("may be a header"));
  EXPECT_EQ(read_bytes(text, as(VectorFormat::glove)).embeddings.size(), 3U);
  EXPECT_THAT(read_error(text, as(VectorFormat::word2vec)).what(),
              HasSubstr("announces 400000 rows"));
}

TEST(TextFormat, AHeaderOfAnotherDimensionThanTheRowsIsRefused) {
  EXPECT_THAT(read_error("2 3\nthe 1 2\nof 3 4\n").what(),
              HasSubstr("test:2: \"the\" has 2 numbers where 3 are expected"));
}

TEST(TextFormat, AnImpossibleDimensionIsRefused) {
  EXPECT_THAT(read_error("2 0\nthe\nof\n").what(), HasSubstr("dimension 0"));
  EXPECT_THAT(read_error("2 99999999999\nthe 1\n", as(VectorFormat::word2vec)).what(),
              HasSubstr("dimension 99999999999"));
}

TEST(TextFormat, HugeHeaderCountsAllocateNothing) {
  EXPECT_THAT(read_error("18446744073709551615 3\nthe 1 2 3\n").what(),
              HasSubstr("the file holds 1"));
}

TEST(TextFormat, TheLimitStopsReading) {
  ReadOptions options;
  options.limit = 2;
  EXPECT_THAT(words_of(read_bytes("4 1\na 1\nb 2\nc 3\nbroken", options).embeddings),
              ElementsAre("a", "b"));
}

TEST(TextFormat, RepairDropsBadRowsAndSaysWhich) {
  const ReadResult result = read_bytes(
      "the 1 2\nof 3\nand x 5\n 6 7\nto nan 8\nin 9 10\nthe 1 1\nca\xFF 3 4\n", repairing());
  EXPECT_THAT(words_of(result.embeddings), ElementsAre("the", "in", "ca\uFFFD"));
  EXPECT_THAT(
      kinds_of(result.problems),
      ElementsAre(ProblemKind::too_few_numbers, ProblemKind::bad_number, ProblemKind::empty_word,
                  ProblemKind::not_finite, ProblemKind::duplicate_word, ProblemKind::invalid_utf8));
  EXPECT_EQ(result.problems[3].line, 5U);
}

TEST(TextFormat, ALineWithoutEndIsRefused) {
  EXPECT_THAT(read_error("the 1\nof 2\n" + std::string(68 << 20, 'x')).what(),
              HasSubstr("test: byte 11: no line end within 64 MiB"));
  EXPECT_THAT(read_error(std::string(68 << 20, 'x')).what(), HasSubstr("test:1: no row"));
}

// Words and numbers such that every byte of every block boundary is hit.
std::string many_rows(std::size_t rows) {
  std::mt19937 random(7);
  std::normal_distribution<float> number;
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) {
    text += "word" + std::to_string(i);
    for (int d = 0; d < 20; ++d) text += " " + std::to_string(number(random));
    text += "\n";
  }
  return text;
}

TEST(TextFormat, TheResultIsTheSameForAnyNumberOfThreads) {
  const std::string text = many_rows(30'000) + "bad 1\n" + "word7" + std::string(40, '0') + "\n";
  ReadOptions options = repairing();
  options.threads = 1;
  const ReadResult one = read_bytes(text, options);
  EXPECT_EQ(one.embeddings.size(), 30'000U);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    const ReadResult more = read_bytes(text, options);
    expect_same(one.embeddings, more.embeddings);
    EXPECT_EQ(kinds_of(one.problems), kinds_of(more.problems));
    EXPECT_EQ(one.problems.at(0).line, 30'001U);
    EXPECT_EQ(more.problems.at(0).line, 30'001U);
    EXPECT_EQ(more.problems.at(0).offset, one.problems.at(0).offset);
  }
}

// A cut file must never give a row that the whole file does not have, but for the last row: text
// does not tell a number from its beginning.
TEST(TextFormat, CutAtAnyByteIsAnErrorOrGivesRowsOfTheWholeFile) {
  const std::string text = "3 2\nthe 1.25 2.5\nof 3.5 -4.75\nice cream 5 6.125\n";
  const Embeddings whole = read_bytes(text).embeddings;
  for (std::size_t size = 0; size < text.size(); ++size) {
    try {
      const Embeddings cut = read_bytes(std::string_view(text).substr(0, size)).embeddings;
      ASSERT_EQ(cut.size(), 3U) << size;
      EXPECT_EQ(words_of(cut), words_of(whole)) << size;
      EXPECT_EQ(row_of(cut, "of"), row_of(whole, "of")) << size;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("test")) << size;
    }
  }
}

TEST(TextFormat, FlippedBitsAreAnErrorOrGiveFiniteRows) {
  std::mt19937 random(11);
  for (const std::string& original :
       {std::string("3 2\nthe 1.25 2.5\nof 3.5 -4.75\nice cream 5 6.125\n"),
        std::string("the 1.25 2.5\nof 3.5 -4.75\nice cream 5 6.125\n")}) {
    for (int trial = 0; trial < 4000; ++trial) {
      std::string text = original;
      const std::size_t bit = random() % (text.size() * 8);
      text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << (bit % 8)));
      try {
        const Embeddings vectors = read_bytes(text).embeddings;
        EXPECT_LE(vectors.size(), 4U);
        for (const float value : vectors.values()) EXPECT_TRUE(std::isfinite(value));
      } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("test"));
      }
    }
  }
}

rc::Gen<float> any_finite_float() {
  return rc::gen::suchThat(rc::gen::map(rc::gen::arbitrary<std::uint32_t>(),
                                        [](std::uint32_t bits) {
                                          float value = 0;
                                          std::memcpy(&value, &bits, sizeof value);
                                          return value;
                                        }),
                           [](float value) { return std::isfinite(value); });
}

rc::Gen<std::string> text_word() {
  return rc::gen::suchThat(
      rc::gen::map(
          rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
              "a", "b", "7", ".", "-", "é", "中", "🙂", " ", "\t", "\u00A0", "nan", "1e5")),
          [](const std::vector<std::string>& parts) {
            std::string word;
            for (const std::string& part : parts) word += part;
            return word;
          }),
      text_can_hold);
}

TEST(TextFormat, EveryTextFormatGivesBackWhatWasWritten) {
  EXPECT_TRUE(rc::check("round trip", [] {
    const auto dimension = *rc::gen::inRange<std::size_t>(1, 6);
    const auto words = *rc::gen::unique<std::vector<std::string>>(text_word());
    RC_PRE(!words.empty());
    const auto values =
        *rc::gen::container<std::vector<float>>(words.size() * dimension, any_finite_float());
    const Embeddings original = make_embeddings(words, dimension, values);
    for (const VectorFormat format :
         {VectorFormat::word2vec, VectorFormat::glove, VectorFormat::fasttext_vec}) {
      // Without a header the dimension is guessed, and words that end in numbers mislead the guess.
      if (format == VectorFormat::glove &&
          std::any_of(words.begin(), words.end(), [](const std::string& word) {
            return word.find_first_of(" \t") != std::string::npos;
          }))
        continue;
      const TemporaryFile file;
      WriteOptions options;
      options.format = format;
      RC_ASSERT(write_vectors(original, file.path(), options).rows == words.size());
      const ReadResult read = read_vectors(file.path(), as(format));
      RC_ASSERT(read.problems.empty());
      RC_ASSERT(words_of(read.embeddings) == words);
      RC_ASSERT(read.embeddings.dimension() == dimension);
      RC_ASSERT(std::memcmp(read.embeddings.values().data(), values.data(),
                            values.size() * sizeof(float)) == 0);
    }
  }));
}

TEST(TextFormat, WritesTheShortestDecimals) {
  const TemporaryFile file;
  const Embeddings vectors = make_embeddings({"a", "b"}, 2, {0.1F, -2, 1e-10F, 16777216});
  write_vectors(vectors, file.path(), {});
  EXPECT_EQ(file.content(), "2 2\na 0.1 -2\nb 1e-10 16777216\n");
  WriteOptions options;
  options.format = VectorFormat::glove;
  write_vectors(vectors, file.path(), options);
  EXPECT_EQ(file.content(), "a 0.1 -2\nb 1e-10 16777216\n");
  options.format = VectorFormat::fasttext_vec;
  write_vectors(vectors, file.path(), options);
  EXPECT_EQ(file.content(), "2 2\na 0.1 -2 \nb 1e-10 16777216 \n");
}

TEST(TextFormat, AWordThatWouldNotComeBackIsNotWritten) {
  const TemporaryFile file;
  const Embeddings vectors = make_embeddings({"a", "version 2.0", "b"}, 1, {1, 2, 3});
  const Error error = error_of([&] { write_vectors(vectors, file.path(), {}); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("word 2, \"version 2.0\""));
  WriteOptions options;
  options.repair = true;
  EXPECT_THAT(write_vectors(vectors, file.path(), options).left_out, ElementsAre("version 2.0"));
  EXPECT_EQ(file.content(), "2 1\na 1\nb 3\n");
}

}  // namespace
}  // namespace oovec
