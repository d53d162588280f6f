#include "oovec/vectors/append.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/io/output.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::HasSubstr;

const Embeddings& old_vectors() {
  static const Embeddings vectors =
      make_embeddings({"pomelo", "été"}, 2, {0.1F, -3e-38F, 1e20F, -0.0F});
  return vectors;
}

const Embeddings& new_vectors() {
  static const Embeddings vectors = make_embeddings({"durian"}, 2, {0.5F, 2});
  return vectors;
}

// What appending to a file of these bytes gives.
std::string append_to(std::string_view bytes, std::string_view suffix = "",
                      const WriteOptions& options = {}) {
  const TemporaryFile source;
  const TemporaryFile out(suffix);
  source.write(bytes);
  append_vectors(source.path(), read_vectors(source.path()), new_vectors(), out.path(), options);
  return out.content();
}

TEST(Append, TextRowsStayAsTheyAre) {
  EXPECT_EQ(append_to("2 2\na 0.10 1e0\nb\t+2 3.\n"), "3 2\na 0.10 1e0\nb\t+2 3.\ndurian 0.5 2\n");
  EXPECT_EQ(append_to("a 0.10 1e0\nb 2 3\n"), "a 0.10 1e0\nb 2 3\ndurian 0.5 2\n");
  EXPECT_EQ(append_to("2 2\na 1 1 \nb 2 3 \n", ".vec"), "3 2\na 1 1 \nb 2 3 \ndurian 0.5 2 \n");
}

TEST(Append, BinaryRowsStayAsTheyAre) {
  const std::string zero(8, '\0');
  const std::string added = std::string("durian \0\0\0?\0\0\0@\n", 16);
  EXPECT_EQ(append_to("2 2\na " + zero + "b " + zero), "3 2\na " + zero + "b " + zero + added);
  EXPECT_EQ(append_to("1 2\na " + zero + "\n"), "2 2\na " + zero + "\n" + added);
}

TEST(Append, OnlyTheCountOfAHeaderChanges) {
  EXPECT_EQ(append_to("\xEF\xBB\xBF 9\t2\r\n" + std::string("a 1 1\r\nb 1 1\nc 1 1\nd 1 1\ne 1 1\n"
                                                            "f 1 1\ng 1 1\nh 1 1\ni 1 1\n"))
                .substr(0, 16),
            "\xEF\xBB\xBF 10\t2\r\na 1 1\r");
}

TEST(Append, ALastLineWithoutEndGetsOne) {
  EXPECT_EQ(append_to("a 1 2\nb 2 3"), "a 1 2\nb 2 3\ndurian 0.5 2\n");
}

TEST(Append, DuplicatesStay) {
  EXPECT_EQ(append_to("2 2\na 1 2\na 3 4\n"), "3 2\na 1 2\na 3 4\ndurian 0.5 2\n");
}

TEST(Append, CompressionIsThatOfTheName) {
  const TemporaryFile source;
  const TemporaryFile out(".gz");
  {
    Output output(source.path(), Compression::zstd);
    output.write("1 2\na 0.10 1e0\n");
    output.commit();
  }
  append_vectors(source.path(), read_vectors(source.path()), new_vectors(), out.path());
  const auto input = open_input(out.path());
  EXPECT_EQ(input->compression(), Compression::gzip);
  std::vector<char> bytes(100);
  bytes.resize(input->read(bytes));
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "2 2\na 0.10 1e0\ndurian 0.5 2\n");
}

TEST(Append, EveryFormatIsReadBackBitByBit) {
  for (const auto format : {VectorFormat::word2vec, VectorFormat::glove, VectorFormat::fasttext_vec,
                            VectorFormat::word2vec_binary, VectorFormat::native}) {
    const TemporaryFile source, out;
    WriteOptions options;
    options.format = format;
    write_vectors(old_vectors(), source.path(), options);
    const auto read = read_vectors(source.path(), as(format));
    const WriteResult result = append_vectors(source.path(), read, new_vectors(), out.path());
    EXPECT_EQ(result.format, format);
    EXPECT_EQ(result.rows, 3);
    expect_same(read_vectors(out.path(), as(format)).embeddings,
                join_embeddings(old_vectors(), new_vectors()));
  }
}

TEST(Append, TheNameOrTheOptionsMaySayAnotherFormat) {
  EXPECT_EQ(append_to("a 0.10 1e0\nb 2 3\n", ".vec"), "3 2\na 0.1 1 \nb 2 3 \ndurian 0.5 2 \n");
  WriteOptions options;
  options.format = VectorFormat::word2vec;
  EXPECT_EQ(append_to("a 0.10 1e0\nb 2 3\n", "", options), "3 2\na 0.1 1\nb 2 3\ndurian 0.5 2\n");
}

TEST(Append, TheOutputMayBeTheSource) {
  const TemporaryFile file;
  file.write("a 1 2\n");
  append_vectors(file.path(), read_vectors(file.path()), new_vectors(), file.path());
  EXPECT_EQ(file.content(), "a 1 2\ndurian 0.5 2\n");
}

TEST(Append, AnImpossibleFormatIsRefused) {
  EXPECT_THAT(error_of([] { kept_format(VectorFormat::fasttext_bin, "x"); }).what(),
              HasSubstr("cannot be written"));
  EXPECT_THAT(error_of([] { kept_format(VectorFormat::native, "x.gz"); }).what(),
              HasSubstr("cannot be compressed"));
  EXPECT_EQ(kept_format(VectorFormat::word2vec_binary, "x"), VectorFormat::word2vec_binary);
}

}  // namespace
}  // namespace oovec
