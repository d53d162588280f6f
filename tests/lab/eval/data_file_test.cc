#include "lab/eval/data_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "oovec/base/error.h"
#include "oovec/text/utf8.h"
#include "tests/lab/eval/data.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> texts_of(const DataFile& file) {
  std::vector<std::string> texts;
  for (const DataLine& line : file.lines)
    texts.push_back(std::to_string(line.number) + ' ' + line.text);
  return texts;
}

TEST(DataFile, HasTheLinesThatAreNotBlank) {
  EXPECT_THAT(texts_of(data_of("one\n\n \t\n two\n")), ElementsAre("1 one", "4 two"));
}

TEST(DataFile, MayLackTheLastLineEnd) {
  EXPECT_THAT(texts_of(data_of("one\ntwo")), ElementsAre("1 one", "2 two"));
}

TEST(DataFile, MayHaveLineEndsOfWindowsAndAByteOrderMark) {
  EXPECT_THAT(texts_of(data_of("\xEF\xBB\xBFone\r\ntwo\r\n")), ElementsAre("1 one", "2 two"));
}

TEST(DataFile, IsSplitAtNothingButLineEnds) {
  EXPECT_THAT(texts_of(data_of("a\xE2\x80\xA8"
                               "b\x0B"
                               "c\n")),
              ElementsAre("1 a\xE2\x80\xA8"
                          "b\x0B"
                          "c"));
}

TEST(DataFile, IsEmptyWithoutLines) { EXPECT_THAT(data_of("").lines, IsEmpty()); }

TEST(DataFile, NamesTheLineThatIsNotUtf8) {
  const Error error = error_of([] { data_of("fine\n\nna\xEFve\n"); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_STREQ(error.what(), "test:3: not UTF-8; convert the file to UTF-8");
}

TEST(Items, AreLinesThatAreNoComments) {
  const TemporaryFolder folder;
  const std::string path = folder.write("items", "# one\ntwo # three\n #four\nfive\n");
  EXPECT_THAT(texts_of(read_items(path)), ElementsAre("2 two # three", "4 five"));
}

TEST(Items, AreRefusedIfThereAreNone) {
  const TemporaryFolder folder;
  const std::string path = folder.write("items", "# one\n\n");
  const Error error = error_of([&] { (void)read_items(path); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_EQ(error.what(), path + " holds no data");
}

std::vector<std::string> fields_of(std::string_view line, std::size_t count) {
  const DataFile file = data_of(line);
  return file.fields(file.lines.front(), count, "this and that");
}

TEST(DataFile, SplitsFieldsAtTabsAndTrimsThem) {
  EXPECT_THAT(fields_of("ice cream\t ___ is cold \n", 2), ElementsAre("ice cream", "___ is cold"));
}

TEST(DataFile, RefusesAnotherNumberOfFields) {
  EXPECT_STREQ(error_of([] { fields_of("\n\na\tb\tc\n", 2); }).what(),
               "test:3: 3 fields where 2 are expected: this and that, separated by tabs");
  EXPECT_STREQ(error_of([] { fields_of("a b\n", 2); }).what(),
               "test:1: 1 fields where 2 are expected: this and that, separated by tabs");
}

TEST(DataFile, RefusesAnEmptyField) {
  EXPECT_STREQ(error_of([] { fields_of("a\t \tc\n", 3); }).what(), "test:1: field 2 is empty");
}

TEST(DataFile, OfAnyBytesIsRefusedOrUtf8) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    try {
      for (const DataLine& line : data_of(bytes).lines) {
        RC_ASSERT(!line.text.empty());
        RC_ASSERT(line.text.find('\n') == std::string::npos);
        RC_ASSERT(!find_invalid_utf8(line.text));
      }
    } catch (const Error& error) {
      RC_TAG("refused");
    }
  }));
}

}  // namespace
}  // namespace oovec::lab
