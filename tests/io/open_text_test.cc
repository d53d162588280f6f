// What is no text is refused by its name; UTF-16 is read.
#include "oovec/io/open_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/io/file_kind.h"
#include "oovec/io/tensor_file.h"
#include "tests/io/codecs.h"
#include "tests/support/error_of.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

std::string opened_text(const std::string& bytes) {
  const Scratch scratch;
  return read_all(*open_text(scratch.file("text", bytes)));
}

TEST(OpenText, ReadsUtf8AsItIs) {
  EXPECT_EQ(opened_text("the fruit\n"), "the fruit\n");
  EXPECT_EQ(opened_text("\xFF\x80 not UTF-8 is for others to judge"),
            "\xFF\x80 not UTF-8 is for others to judge");
  EXPECT_EQ(opened_text(""), "");
}

TEST(OpenText, ReadsUtf16CompressedOrNot) {
  const std::string text = "t\0h\0e\0\n\0"s;
  EXPECT_EQ(opened_text(text), "the\n");
  EXPECT_EQ(opened_text(compress(Compression::gzip, text)), "the\n");
}

TEST(OpenText, SaysWhatIsNoText) {
  const std::string tar = std::string(257, 'x') + "ustar" + std::string(200, '\0');
  const std::vector<std::pair<std::string, std::string>> files = {
      {"\x89PNG\r\n\x1A\n\0\0"s, "a PNG image"},
      {"\xFF\xD8\xFF\xE0"s, "a JPEG image"},
      {"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n", "a PDF document"},
      {"PAR1\x15\x04\0"s, "a Parquet file"},
      {"!<arch>\ndebian-binary   1342943816  0     0     100644  4         `\n2.0\n\xFD\x37zXZ"s,
       "a Debian package"},
      {tar, "a tar archive"},
      {"\x7F"
       "ELF\x02"s,
       "a program"},
      {"\x0A\0\0\0\0\0\0\0{\"a\": {}}"s, "a safetensors file"},
      {"SQLite format 3\0"s, "an SQLite database"},
      {"{\\rtf1\\ansi", "an RTF document"}};
  for (const auto& [bytes, kind] : files) {
    const Error error = error_of([&] { (void)opened_text(bytes); });
    EXPECT_EQ(error.kind(), ErrorKind::malformed);
    EXPECT_THAT(error.what(), HasSubstr("text is " + kind));
  }
  EXPECT_THAT(error_of([] { (void)opened_text("\xFF\xFE\0\0t\0\0\0"s); }).what(),
              HasSubstr("is in UTF-32; convert it"));
}

TEST(OpenText, KnowsOurOwnFiles) {
  const Scratch scratch;
  const std::vector<float> values = {1};
  for (const auto& [format, kind] : {std::pair{"oovec-model", "an oovec model"},
                                     std::pair{"oovec-contexts", "an oovec context index"},
                                     std::pair{"oovec-vectors", "a file of oovec vectors"}}) {
    TensorFileWriter writer(std::map<std::string, std::string>{{"format", format}});
    writer.add("values", {1}, std::span<const float>(values));
    writer.write(scratch.path("file"), 1, nullptr);
    EXPECT_THAT(error_of([&] { (void)open_text(scratch.path("file")); }).what(), HasSubstr(kind));
  }
}

TEST(OpenText, TextMayBeginLikeAnotherFile) {
  for (const std::string text : {"GIF89a is a format.\n", "%PDF-1.4 is another.\n", "PAR1 too\n",
                                 "ID3-Tags für MP3\n", "RIFF – a word\n"})
    EXPECT_EQ(opened_text(text), text);
}

}  // namespace
}  // namespace oovec
