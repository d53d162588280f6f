// CSV as in RFC 4180: what is read, what is refused, and where it may be cut.
#include "oovec/io/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "oovec/base/error.h"
#include "tests/support/error_of.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Records = std::vector<std::vector<std::string>>;
using Record = std::vector<std::string>;

Records records_of(std::string_view text, char delimiter = ',') {
  Records records;
  CsvReader reader(text, delimiter, "test", 1);
  while (reader.next()) records.emplace_back(reader.fields().begin(), reader.fields().end());
  return records;
}

TEST(CsvReader, ReadsFieldsBetweenDelimiters) {
  EXPECT_THAT(records_of("a,b\nc,\n,d"),
              ElementsAre(Record{"a", "b"}, Record{"c", ""}, Record{"", "d"}));
  EXPECT_THAT(records_of("a,b;c\n", ';'), ElementsAre(Record{"a,b", "c"}));
  EXPECT_THAT(records_of(""), IsEmpty());
}

TEST(CsvReader, LinesEndAsOnAnySystem) {
  EXPECT_THAT(records_of("a,b\r\n\"c\",\"d\"\r\ne,f\r"),
              ElementsAre(Record{"a", "b"}, Record{"c", "d"}, Record{"e", "f"}));
}

TEST(CsvReader, QuotedFieldsHoldAnything) {
  EXPECT_THAT(records_of("\"a,b\",\"c\nd\r\ne\",\"\"\"f\"\"\",\"\"\n"),
              ElementsAre(Record{"a,b", "c\nd\r\ne", "\"f\"", ""}));
}

TEST(CsvReader, AQuoteWithinAnUnquotedFieldStandsForItself) {
  EXPECT_THAT(records_of("5\" pipe, \"x\"\n"), ElementsAre(Record{"5\" pipe", " \"x\""}));
}

TEST(CsvReader, BlankLinesArePassedOver) {
  EXPECT_THAT(records_of("\na\n\r\n\nb\n"), ElementsAre(Record{"a"}, Record{"b"}));
}

TEST(CsvReader, KnowsTheLinesOfItsRecords) {
  CsvReader reader("a\n\"b\nc\"\nd\n", ',', "test", 10);
  std::vector<std::uint64_t> lines;
  while (reader.next()) lines.push_back(reader.line());
  EXPECT_THAT(lines, ElementsAre(10, 11, 13));
}

TEST(CsvReader, BrokenQuotingIsRefusedWithItsLine) {
  const Error open = error_of([] { (void)records_of("a\nb,\"c\nd\n"); });
  EXPECT_EQ(open.kind(), ErrorKind::malformed);
  EXPECT_STREQ(open.what(), "test: line 2: a quote is opened and never closed");
  const Error after = error_of([] { (void)records_of("a\n\nb,\"c\" d\n"); });
  EXPECT_THAT(after.what(), HasSubstr("test: line 3: there is text after the quote"));
}

TEST(CsvHeader, FindsColumnsAndDelimiter) {
  for (const char delimiter : {',', ';', '\t', '|'}) {
    const std::string text = std::string("id") + delimiter + "\"the, text\"" + delimiter + "x\n1";
    const CsvHeader header = read_csv_header(text, "test");
    EXPECT_EQ(header.delimiter, delimiter);
    EXPECT_THAT(header.columns, ElementsAre("id", "the, text", "x"));
    EXPECT_EQ(header.find("x"), 2U);
    EXPECT_EQ(header.find("y"), std::nullopt);
    EXPECT_EQ(header.size, text.size() - 1);
    EXPECT_EQ(header.lines, 1U);
  }
}

TEST(CsvHeader, MayFollowAByteOrderMarkAndBlankLines) {
  const CsvHeader header = read_csv_header("\xEF\xBB\xBF\n\r\n\"a\nb\",c\n1,2\n", "test");
  EXPECT_THAT(header.columns, ElementsAre("a\nb", "c"));
  EXPECT_EQ(header.lines, 4U);
  EXPECT_EQ(header.size, 3U + 1 + 2 + 8);
}

TEST(CsvHeader, OfNothingHasNoColumns) {
  EXPECT_THAT(read_csv_header("", "test").columns, IsEmpty());
  EXPECT_THAT(read_csv_header("\n\n", "test").columns, IsEmpty());
}

TEST(CsvHeader, AQuoteInANameDoesNotHideRecords) {
  const CsvHeader header = read_csv_header("5\" pipe,b\n1,2\n3\",4\n", "test");
  EXPECT_EQ(header.size, 10U);
}

// Any text of few characters, which then mean something.
rc::Gen<std::string> any_csv() {
  return rc::gen::container<std::string>(rc::gen::element('a', ',', '"', '\n', '\r'));
}

// Cuts that find_last_record_end() makes must not change what is read.
TEST(Csv, MayBeCutAfterAnyRecordThatIsFound) {
  EXPECT_TRUE(rc::check("cut", [] {
    const std::string text = *any_csv();
    Records whole;
    try {
      whole = records_of(text);
    } catch (const Error&) {
      RC_DISCARD("broken");
    }
    const auto seen = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
    const std::size_t end = find_last_record_end(std::string_view(text).substr(0, seen), ',');
    RC_ASSERT(end <= seen);
    Records both = records_of(std::string_view(text).substr(0, end));
    for (const Record& record : records_of(std::string_view(text).substr(end)))
      both.push_back(record);
    RC_ASSERT(both == whole);
  }));
}

TEST(Csv, FindsTheEndOfTheLastRecord) {
  const auto end = [](std::string_view text) { return find_last_record_end(text, ','); };
  EXPECT_EQ(end(""), 0U);
  EXPECT_EQ(end("a,b"), 0U);
  EXPECT_EQ(end("a\nb\nc"), 4U);
  EXPECT_EQ(end("a\n\"b\nc"), 2U);
  EXPECT_EQ(end("a\n\"b\nc\"\nd"), 8U);
  EXPECT_EQ(end("a\nb,\"\"\"\n\"\"\"\nd"), 12U);
}

std::string csv_field(const std::string& field) {
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

TEST(Csv, WhatIsQuotedComesBack) {
  EXPECT_TRUE(rc::check("round trip", [] {
    const auto records = *rc::gen::container<Records>(
        rc::gen::nonEmpty(rc::gen::container<Record>(rc::gen::string<std::string>())));
    std::string text;
    for (const Record& record : records) {
      for (std::size_t i = 0; i < record.size(); ++i)
        text += (i > 0 ? "," : "") + csv_field(record[i]);
      text += "\r\n";
    }
    RC_ASSERT(records_of(text) == records);
    RC_ASSERT(find_last_record_end(text, ',') == text.size());
  }));
}

}  // namespace
}  // namespace oovec
