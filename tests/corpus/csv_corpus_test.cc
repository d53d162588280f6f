// A column of CSV files as a corpus.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "oovec/corpus/block_texts.h"
#include "oovec/corpus/text_blocks.h"
#include "tests/corpus/corpora.h"
#include "tests/io/codecs.h"
#include "tests/support/texts.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

IndexOptions csv(const std::string& column, int threads = 1) {
  IndexOptions options = novel(1);
  options.lines.csv = column;
  options.threads = threads;
  return options;
}

Error csv_refusal(const std::string& text, const IndexOptions& options) {
  const Scratch scratch;
  Error error = error_of([&] {
    index_corpus(fruit(), {scratch.file("posts.csv", text)}, scratch.path("out.ctx"), options);
  });
  EXPECT_THAT(scratch.names(), ElementsAre("posts.csv"));
  return error;
}

TEST(CsvCorpus, ReadsTheColumnThatTheHeaderNames) {
  const TextIndex index(fruit(),
                        "id,text,author\n1,the fruit,A\n2,\"the \"\"ripe\"\", fruit\",B\n\n3,,C\n",
                        csv("text"));
  EXPECT_EQ(count_of(*index, "fruit"), 2);
  EXPECT_EQ(count_of(*index, "ripe"), 1);
  EXPECT_EQ(count_of(*index, "b"), -1);
  EXPECT_EQ(index.summary().totals.lines, 3U);
  EXPECT_EQ(index.summary().totals.bad_lines, 0U);
}

TEST(CsvCorpus, LineBreaksWithinAFieldPartIt) {
  const TextIndex index(fruit(), "text\n\"the fruit\nis ripe\"\n", csv("text"));
  EXPECT_THAT(contexts_of(*index, "fruit"), ElementsAre("the [fruit]"));
  EXPECT_THAT(contexts_of(*index, "ripe"), ElementsAre("is [ripe]"));
}

TEST(CsvCorpus, FilesMayDifferInDelimiterAndOrderOfColumns) {
  const std::string expected = index_bytes(fruit(), {"the fruit\nis ripe\nthe a\n"}, novel(1));
  EXPECT_EQ(index_bytes(fruit(),
                        {"text,id\nthe fruit,1\n", "id\ttext\n2\tis ripe\n",
                         compress(Compression::gzip, "\xEF\xBB\xBFid;text\r\n3;\"the a\"\r\n")},
                        csv("text")),
            expected);
}

std::string csv_field(const std::string& field) {
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

// Records of many blocks, one of them longer than what is tokenised at once.
TEST(CsvCorpus, GivesTheSameBytesAsLinesForAnyNumberOfThreads) {
  std::vector<std::string> texts;
  std::string file = "number,\"the text\"\n";
  for (int i = 0; i < 60'000; ++i) {
    texts.push_back("The \"ripe\" fruit, number" + std::to_string(i % 977) + ", is well.");
    if (i == 100) texts.back() = std::string((3 << 20) / 5, 'x') + " the\tfruit";
    file += std::to_string(i) + (i % 2 == 0 ? ",\n" : "," + csv_field(texts.back()) + "\n");
  }
  std::vector<std::string> kept;
  kept.reserve(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) kept.push_back(i % 2 == 0 ? "" : texts[i]);
  const std::string expected = index_bytes(fruit(), {lines_of(kept)}, novel(1));
  for (const int threads : {1, 2, 5})
    EXPECT_TRUE(index_bytes(fruit(), {file}, csv("the text", threads)) == expected);
}

TEST(CsvCorpus, QuotedLineEndsAreFoundWhereverBlocksEnd) {
  std::string file = "a,text\n";
  for (int i = 0; i < 40'000; ++i)
    file +=
        std::to_string(i) + ",\"the \"\"fruit\"\",\n" + std::string(i % 97, 'x') + "\nis ripe\"\n";
  for (const int threads : {1, 3}) {
    const Scratch scratch;
    const IndexSummary summary = index_corpus(fruit(), {scratch.file("text", file)},
                                              scratch.path("ctx"), csv("text", threads));
    EXPECT_EQ(summary.totals.lines, 40'000U);
    EXPECT_EQ(summary.totals.bad_lines, 0U);
    EXPECT_EQ(count_of(ContextIndex(scratch.path("ctx")), "ripe"), 40'000);
  }
}

TEST(CsvCorpus, AnUnknownColumnIsRefusedWithThoseThatThereAre) {
  const Error error = csv_refusal("id,text\n1,the\n", csv("txet"));
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("posts.csv has no column \"txet\"; its header line names "
                                      "\"id\", \"text\"; did you mean text?"));
  EXPECT_THAT(csv_refusal("text,text\n1,the\n", csv("text")).what(), HasSubstr("twice"));
}

TEST(CsvCorpus, BrokenQuotingIsRefusedWithItsLineHoweverFarItIs) {
  std::string good = "id,text\n";
  for (int i = 0; i < 100'000; ++i) good += "1,\"the\nfruit\"\n";
  for (const int threads : {1, 3}) {
    const Error after = csv_refusal(good + "2,\"the\" fruit\n3,the\n", csv("text", threads));
    EXPECT_EQ(after.kind(), ErrorKind::malformed);
    EXPECT_THAT(after.what(), HasSubstr("posts.csv: line 200002: there is text after the quote"));
    const Error open = csv_refusal(good + "2,\"the\n3,the\n", csv("text", threads));
    EXPECT_THAT(open.what(), HasSubstr("posts.csv: line 200002: a quote is opened and never"));
  }
}

TEST(CsvCorpus, RecordsOfAnotherNumberOfFieldsAreBad) {
  IndexOptions options = csv("text");
  const std::string text = "id,text\n1,the fruit\n2,the, ripe fruit\n3\n4,is\n";
  std::string more = text;
  for (int i = 0; i < 100; ++i) more += i % 8 == 0 ? "5\n" : "5,the\n";
  EXPECT_THAT(csv_refusal(more, options).what(),
              HasSubstr("15 of the first 104 lines cannot be read; "));
  const TextIndex index(fruit(), text, options);
  EXPECT_EQ(index.summary().totals.bad_lines, 2U);
  EXPECT_EQ(count_of(*index, "ripe"), 0);
  options.lines.strict = true;
  EXPECT_THAT(csv_refusal(text, options).what(),
              HasSubstr("posts.csv: line 3: the line is of 3 fields, where the header has 2"));
}

TEST(CsvCorpus, OfNothingIsNothing) {
  for (const char* text : {"", "\n", "id,text\n"})
    EXPECT_EQ(TextIndex(fruit(), text, csv("text")).summary().totals.lines, 0U);
}

TEST(CsvCorpus, IsReadFromFilesAndNotTogetherWithJson) {
  const Scratch scratch;
  const auto index_texts = [&](const IndexOptions& options) {
    return error_of([&] {
      index_corpus(fruit(), source_of({"text", "the"}), scratch.path("out.ctx"), options);
    });
  };
  EXPECT_THAT(index_texts(csv("text")).what(), HasSubstr("`csv` is only for files"));
  IndexOptions both = csv("text");
  both.lines.jsonl = "text";
  EXPECT_THAT(index_texts(both).what(), HasSubstr("`jsonl` and `csv` exclude each other"));
}

// What for_each_record gives of a file: "text | value, value".
std::vector<std::string> records_of(const std::string& name, const std::string& content,
                                    const LineRules& rules) {
  const Scratch scratch;
  std::vector<std::string> records;
  TextBlocks blocks({scratch.file(name, content)}, rules, "reading", nullptr);
  LineCounts counts;
  while (const auto block = blocks.next())
    for_each_record(*block, rules, counts, [&](const TextRecord& record) {
      records.push_back(std::to_string(record.number) + " " + std::string(record.text) + " |");
      for (const std::string& value : record.values) records.back() += " " + value;
    });
  return records;
}

TEST(Records, HaveTheValuesOfFurtherColumns) {
  LineRules rules;
  rules.csv = "text";
  rules.values = {"year", "party"};
  EXPECT_THAT(records_of("a.csv", "party,text,year\nD,the fruit,1960\nR,\"a\nb\",\n", rules),
              ElementsAre("1 the fruit | 1960 D", "2 a |  R", "2 b |  R"));
}

TEST(Records, OfJsonHaveTheValuesOfFurtherFieldsAsText) {
  LineRules rules;
  rules.jsonl = "text";
  rules.values = {"year", "party"};
  EXPECT_THAT(records_of("a.jsonl",
                         "{\"text\": \"the fruit\", \"year\": 1960.5, \"party\": \"D\"}\n"
                         "{\"text\": \"a\", \"year\": null}\n",
                         rules),
              ElementsAre("1 the fruit | 1960.5 D", "2 a |  "));
}

TEST(Records, ColumnsThatAreNotThereAreRefused) {
  LineRules rules;
  rules.csv = "text";
  rules.values = {"party"};
  EXPECT_THAT(error_of([&] { records_of("a.csv", "text,partei\nx,D\n", rules); }).what(),
              HasSubstr("no column \"party\""));
  rules.csv.clear();
  EXPECT_THAT(error_of([&] { records_of("a.txt", "x\n", rules); }).what(),
              HasSubstr("plain text has no columns"));
}

}  // namespace
}  // namespace oovec
