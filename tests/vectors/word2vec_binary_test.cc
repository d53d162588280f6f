#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "oovec/text/utf8.h"
#include "oovec/vectors/format.h"
#include "tests/support/damage.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// 1, -2.5 and 0.15625 as the format stores them.
const std::string one("\x00\x00\x80\x3F", 4);
const std::string minus_two_and_a_half("\x00\x00\x20\xC0", 4);
const std::string five_32nds("\x00\x00\x20\x3E", 4);
const std::string nan_bytes("\x00\x00\xC0\x7F", 4);

const std::string with_newlines = "2 2\nhi " + one + minus_two_and_a_half + "\n" +  //
                                  "\xC3\xA9t\xC3\xA9 " + five_32nds + one + "\n";
const std::string without_newlines = "2 2\nhi " + one + minus_two_and_a_half +  //
                                     "\xC3\xA9t\xC3\xA9 " + five_32nds + one;

const ReadOptions as_binary = as(VectorFormat::word2vec_binary);

ReadResult read_binary(std::string_view bytes) { return read_bytes(bytes, as_binary); }
ReadResult repair_binary(std::string_view bytes) { return read_bytes(bytes, repairing(as_binary)); }
Error error_reading_binary(std::string_view bytes) { return read_error(bytes, as_binary); }

WriteOptions binary() {
  WriteOptions options;
  options.format = VectorFormat::word2vec_binary;
  return options;
}

TEST(Word2vecBinary, ReadsRowsWithAndWithoutNewlines) {
  const std::string mixed = "2 2\n\n\nhi " + one + minus_two_and_a_half + "\n\n" +
                            "\xC3\xA9t\xC3\xA9 " + five_32nds + one;
  for (const std::string& bytes : {with_newlines, without_newlines, mixed}) {
    const ReadResult result = read_binary(bytes);
    EXPECT_EQ(result.format, VectorFormat::word2vec_binary);
    EXPECT_TRUE(result.problems.empty());
    EXPECT_EQ(result.embeddings.dimension(), 2U);
    EXPECT_THAT(words_of(result.embeddings), ElementsAre("hi", "été"));
    EXPECT_THAT(result.embeddings.row(0), ElementsAre(1.0F, -2.5F));
    EXPECT_THAT(result.embeddings.row(1), ElementsAre(0.15625F, 1.0F));
  }
}

TEST(Word2vecBinary, WordsMayHoldAnyByteButABlank) {
  const std::string odd("a\tb\nc\r\0\x01", 8);
  EXPECT_THAT(words_of(read_binary("1 1\n" + odd + " " + one).embeddings), ElementsAre(odd));
}

TEST(Word2vecBinary, NumbersMayHoldNewlinesAndBlanks) {
  const auto value = std::bit_cast<float>(0x200A0A20U);
  const ReadResult result = read_binary(std::string("2 1\na \x20\x0A\x0A\x20") + "\nb " + one);
  EXPECT_THAT(result.embeddings.row(0), ElementsAre(value));
  EXPECT_THAT(result.embeddings.row(1), ElementsAre(1.0F));
}

TEST(Word2vecBinary, WithoutRowsIsEmpty) {
  const ReadResult result = read_binary("0 7\n");
  EXPECT_EQ(result.embeddings.size(), 0U);
  EXPECT_EQ(result.embeddings.dimension(), 7U);
}

TEST(Word2vecBinary, ReadsRowsLargerThanABlock) {
  constexpr std::size_t dimension = 100'000;
  std::string bytes = "3 100000\n";
  for (const char* word : {"a", "b", "c"}) {
    bytes += std::string(word) + " ";
    for (std::size_t i = 0; i < dimension; ++i) bytes += i + 1 == dimension ? five_32nds : one;
  }
  const ReadResult result = read_binary(bytes);
  ASSERT_THAT(words_of(result.embeddings), ElementsAre("a", "b", "c"));
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(result.embeddings.row(row)[dimension - 2], 1.0F);
    EXPECT_EQ(result.embeddings.row(row)[dimension - 1], 0.15625F);
  }
}

TEST(Word2vecBinary, RefusesABadHeader) {
  for (const char* bytes :
       {"", "\n", "1", "1 2", "1 2 3\n", "1\n", "x 2\n", "-1 2\n", "1 -2\n", "1 2.5\n", "1 0\n",
        "1 1048577\n", "1 18446744073709551616\n", "99999999999999999999 2\n", "hello world\n"})
    EXPECT_EQ(error_reading_binary(bytes).kind(), ErrorKind::malformed) << bytes;
}

TEST(Word2vecBinary, DoesNotAllocateWhatTheHeaderAnnounces) {
  EXPECT_EQ(error_reading_binary("18446744073709551615 1048576\nhi " + one).kind(),
            ErrorKind::damaged);
  EXPECT_EQ(error_reading_binary("18446744073709551615 1\nhi " + one).kind(), ErrorKind::malformed);
}

TEST(Word2vecBinary, RefusesALoneHeader) {
  const Error error = error_reading_binary("3 2\n");
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(),
              HasSubstr("test: byte 4: the header announces 3 rows, but there are 0"));
}

TEST(Word2vecBinary, RefusesAWordWithoutEndSayingWhere) {
  const Error error = error_reading_binary("2 1\na " + one + std::string(70'000, 'x'));
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("byte 10: no blank within 65536 bytes"));
  EXPECT_EQ(read_binary("1 1\n" + std::string(65'536, 'x') + " " + one).embeddings.size(), 1U);
}

TEST(Word2vecBinary, RefusesTheMiddleOfARowAsItsEnd) {
  const std::string cut = with_newlines.substr(0, with_newlines.size() - 3);
  const Error error = error_reading_binary(cut);
  EXPECT_EQ(error.kind(), ErrorKind::damaged);
  EXPECT_THAT(error.what(), HasSubstr("byte 16: the file ends in row 2 of 2"));
  const ReadResult repaired = repair_binary(cut);
  EXPECT_THAT(words_of(repaired.embeddings), ElementsAre("hi"));
  EXPECT_THAT(kinds_of(repaired.problems), ElementsAre(ProblemKind::cut_short));
}

TEST(Word2vecBinary, RefusesFewerRowsThanAnnounced) {
  std::string bytes = with_newlines;
  bytes[0] = '3';
  EXPECT_EQ(error_reading_binary(bytes).kind(), ErrorKind::malformed);
  const ReadResult repaired = repair_binary(bytes);
  EXPECT_THAT(words_of(repaired.embeddings), ElementsAre("hi", "été"));
  EXPECT_THAT(kinds_of(repaired.problems), ElementsAre(ProblemKind::wrong_count));
}

TEST(Word2vecBinary, RefusesTrailingBytes) {
  std::string more_rows = with_newlines;
  more_rows[0] = '1';
  const Error error = error_reading_binary(more_rows);
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("byte 15: trailing bytes"));
  EXPECT_EQ(error_reading_binary(with_newlines + "\n").kind(), ErrorKind::malformed);
  EXPECT_EQ(error_reading_binary(without_newlines + "x").kind(), ErrorKind::malformed);
  const ReadResult repaired = repair_binary(more_rows);
  EXPECT_THAT(words_of(repaired.embeddings), ElementsAre("hi"));
  EXPECT_THAT(kinds_of(repaired.problems), ElementsAre(ProblemKind::wrong_count));
}

TEST(Word2vecBinary, StopsAtTheLimit) {
  ReadOptions options = as_binary;
  options.limit = 1;
  const std::string bytes = "2 2\nhi " + one + one + "this is not looked at";
  EXPECT_THAT(words_of(read_bytes(bytes, options).embeddings), ElementsAre("hi"));
}

TEST(Word2vecBinary, KeepsTheFirstOfDuplicates) {
  const ReadResult result = read_binary("3 1\na " + one + "b " + one + "a " + five_32nds);
  EXPECT_THAT(words_of(result.embeddings), ElementsAre("a", "b"));
  EXPECT_EQ(result.embeddings.row(0)[0], 1.0F);
  ASSERT_THAT(kinds_of(result.problems), ElementsAre(ProblemKind::duplicate_word));
  EXPECT_EQ(result.problems[0].offset, 16U);
}

TEST(Word2vecBinary, RefusesWhatIsNotFiniteOrHasNoWord) {
  const Error error = error_reading_binary("1 2\na " + one + nan_bytes);
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("number 2 of \"a\" is nan"));
  EXPECT_EQ(error_reading_binary("1 1\n " + one).kind(), ErrorKind::malformed);
  const ReadResult repaired = repair_binary("3 1\n " + one + "a " + nan_bytes + "b " + one);
  EXPECT_THAT(words_of(repaired.embeddings), ElementsAre("b"));
  EXPECT_THAT(kinds_of(repaired.problems),
              ElementsAre(ProblemKind::empty_word, ProblemKind::not_finite));
}

TEST(Word2vecBinary, TreatsInvalidUtf8AsAsked) {
  const std::string bytes = "2 1\na\xFF " + one + "b " + one;
  EXPECT_EQ(error_reading_binary(bytes).kind(), ErrorKind::malformed);
  ReadOptions options = as_binary;
  options.invalid_utf8 = InvalidUtf8::replace;
  EXPECT_THAT(words_of(read_bytes(bytes, options).embeddings), ElementsAre("a\uFFFD", "b"));
  options.invalid_utf8 = InvalidUtf8::skip;
  EXPECT_THAT(words_of(read_bytes(bytes, options).embeddings), ElementsAre("b"));
}

class CountingProgress : public Progress {
 public:
  void start(std::string_view, std::optional<std::uint64_t> total_bytes) override {
    total = total_bytes.value_or(0);
  }
  void advance(std::uint64_t bytes) override { advanced += bytes; }
  void finish() override { ++finished; }

  std::uint64_t total = 0;
  std::uint64_t advanced = 0;
  int finished = 0;
};

TEST(Word2vecBinary, ReportsEveryByteRead) {
  CountingProgress progress;
  ReadOptions options = as_binary;
  options.progress = &progress;
  read_bytes(with_newlines, options);
  EXPECT_EQ(progress.total, with_newlines.size());
  EXPECT_EQ(progress.advanced, with_newlines.size());
  EXPECT_EQ(progress.finished, 1);
}

// Without its last newline the file is still whole; any shorter it is not.
TEST(Word2vecBinary, RefusesEveryTruncation) {
  for (std::size_t size = 0; size + 1 < with_newlines.size(); ++size) {
    const std::string_view cut = std::string_view(with_newlines).substr(0, size);
    EXPECT_TRUE(is_refused(cut, as_binary)) << size;
    const bool has_header = size >= 4;
    EXPECT_EQ(is_refused(cut, repairing(as_binary)), !has_header) << size;
    if (!has_header) continue;
    EXPECT_EQ(repair_binary(cut).problems.size(), 1U) << size;
  }
  EXPECT_EQ(read_binary(with_newlines.substr(0, with_newlines.size() - 1)).embeddings.size(), 2U);
}

TEST(Word2vecBinary, SurvivesFlippedBits) {
  EXPECT_GT(refused_flips(with_newlines, as_binary, 5000), 1000);
  EXPECT_GT(refused_flips(without_newlines, as_binary, 5000), 1000);
}

TEST(Word2vecBinary, IsWrittenAsWord2vecWritesIt) {
  const TemporaryFile file;
  const Embeddings embeddings = read_binary(without_newlines).embeddings;
  const WriteResult result = write_vectors(embeddings, file.path(), binary());
  EXPECT_EQ(result.rows, 2U);
  EXPECT_EQ(file.content(), with_newlines);
}

TEST(Word2vecBinary, RefusesToWriteAWordThatWouldNotBeReadBack) {
  const TemporaryFile file;
  const std::string too_long(65'537, 'x');
  for (const std::string& word : {std::string("ice cream"), std::string("\nx"), std::string(),
                                  std::string("\xFF"), too_long}) {
    const Embeddings embeddings = make_embeddings({"a", word, "b"}, 1, {1, 2, 3});
    EXPECT_EQ(error_of([&] { write_vectors(embeddings, file.path(), binary()); }).kind(),
              ErrorKind::usage);
    EXPECT_FALSE(std::ifstream(file.path()).good());

    const TemporaryFile repaired;
    WriteOptions options = binary();
    options.repair = true;
    const WriteResult result = write_vectors(embeddings, repaired.path(), options);
    EXPECT_EQ(result.rows, 2U);
    EXPECT_THAT(result.left_out, ElementsAre(word));
    const ReadResult back = read_binary(repaired.content());
    EXPECT_THAT(words_of(back.embeddings), ElementsAre("a", "b"));
    EXPECT_THAT(back.embeddings.row(1), ElementsAre(3.0F));
  }
}

// Any valid UTF-8 that the format can hold, control characters included.
rc::Gen<std::string> any_word() {
  return rc::gen::map(rc::gen::arbitrary<std::string>(), [](std::string word) {
    word = replace_invalid_utf8(word);
    for (char& c : word)
      if (c == ' ') c = '\n';
    return "w" + word;
  });
}

RC_GTEST_PROP(Word2vecBinary, IsReadBackAsWritten, ()) {
  const auto words = *rc::gen::container<std::set<std::string>>(any_word());
  const auto dimension = *rc::gen::inRange<std::size_t>(1, 9);
  const auto bits = *rc::gen::container<std::vector<std::uint32_t>>(
      words.size() * dimension, rc::gen::inRange(0U, std::numeric_limits<std::uint32_t>::max()));
  std::vector<float> values;
  for (const std::uint32_t b : bits)  // without the exponent's highest bit any float is finite
    values.push_back(std::bit_cast<float>(b & 0xBFFFFFFFU));

  const TemporaryFile file;
  const Embeddings written = make_embeddings({words.begin(), words.end()}, dimension, values);
  write_vectors(written, file.path(), binary());
  const ReadResult back = read_binary(file.content());
  RC_ASSERT(back.problems.empty());
  expect_same(back.embeddings, written);
}

TEST(Word2vecBinary, HoldsOneDimensionAndTwoThousand) {
  for (const std::size_t dimension : {1U, 2000U}) {
    std::vector<float> values(300 * dimension);
    std::vector<std::string> words;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) / 7;
    for (int i = 0; i < 300; ++i) words.push_back("word" + std::to_string(i));
    const TemporaryFile file;
    const Embeddings written = make_embeddings(words, dimension, values);
    write_vectors(written, file.path(), binary());
    expect_same(read_binary(file.content()).embeddings, written);
  }
}

}  // namespace
}  // namespace oovec
