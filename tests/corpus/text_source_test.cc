// Indexing the texts of an iterator is indexing a file with a text per line.
#include "oovec/corpus/text_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>
#include <string_view>

#include "tests/corpus/corpora.h"
#include "tests/io/codecs.h"
#include "tests/support/cancelled.h"
#include "tests/support/texts.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

IndexOptions on_threads(int threads) {
  IndexOptions options = novel(1);
  options.threads = threads;
  return options;
}

std::string index_of_texts(const TextSource& source, const IndexOptions& options,
                           IndexTotals* totals = nullptr) {
  const Scratch scratch;
  const IndexSummary summary = index_corpus(fruit(), source, scratch.path("out.ctx"), options);
  if (totals) *totals = summary.totals;
  return scratch.content("out.ctx");
}

// Several blocks, with empty texts, texts that are not UTF-8, and one that is longer than a block.
std::vector<std::string> many_texts() {
  std::vector<std::string> texts;
  for (int i = 0; i < 30'000; ++i) {
    texts.push_back("The ripe fruit number" + std::to_string(i % 977) + " is well. A fruit!");
    if (i % 100 == 0) texts.emplace_back();
    if (i % 1000 == 0) texts.emplace_back("the \xFF fruit");
  }
  texts.insert(texts.begin() + 7, sample_text(1'200'000));
  return texts;
}

TEST(TextSource, TextsAreIndexedAsAFileOfLinesIs) {
  const std::vector<std::string> texts = many_texts();
  const std::string expected = index_bytes(fruit(), {lines_of(texts)}, on_threads(1));
  for (const int threads : {1, 5}) {
    IndexTotals totals;
    EXPECT_TRUE(index_of_texts(source_of(texts), on_threads(threads), &totals) == expected);
    EXPECT_GE(totals.lines, texts.size());  // the long one is cut
    EXPECT_EQ(totals.bad_lines, 30U);
  }
}

TEST(TextSource, AnyIteratorOfStringsWillDo) {
  const std::string expected = index_bytes(fruit(), {"the fruit\nis ripe\n"});
  const std::list<std::string_view> views = {"the fruit", "is ripe"};
  EXPECT_EQ(index_of_texts(TextSource::of_texts(views.begin(), views.end()), {}), expected);
  const char* const literals[] = {"the fruit", "is ripe"};
  EXPECT_EQ(index_of_texts(TextSource::of_texts(literals, literals + 2), {}), expected);
}

TEST(TextSource, BlocksOfLinesAreIndexedAsTheirLinesAre) {
  const std::vector<std::string> texts = many_texts();
  const std::string expected = index_bytes(fruit(), {lines_of(texts)}, on_threads(1));
  std::vector<std::string> blocks;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i % 256 == 0)
      blocks.push_back(texts[i]);
    else
      blocks.back() += "\n" + texts[i];
  }
  for (const int threads : {1, 5}) {
    IndexTotals totals;
    const TextSource source = TextSource::of_lines(source_of(blocks).next());
    EXPECT_TRUE(index_of_texts(source, on_threads(threads), &totals) == expected);
    EXPECT_EQ(totals.bad_lines, 30U);
  }
}

TEST(TextSource, NoTextsGiveAnEmptyIndex) {
  EXPECT_EQ(index_of_texts(source_of({}), {}), index_bytes(fruit(), {""}));
}

TEST(TextSource, LineEndsWithinATextDoNotPartIt) {
  IndexTotals totals;
  EXPECT_EQ(index_of_texts(source_of({"the\nfruit\r\nis", "ripe"}), {}, &totals),
            index_bytes(fruit(), {"the fruit is\nripe\n"}));
  EXPECT_EQ(totals.lines, 2U);
  EXPECT_EQ(totals.sentences, 2U);
}

// A file would be taken for an archive.
TEST(TextSource, TextsAreNotTakenForCompressedFiles) {
  IndexTotals totals;
  (void)index_of_texts(source_of({"PK\x03\x04 the fruit", "the fruit"}), {}, &totals);
  EXPECT_EQ(totals.lines, 2U);
}

TEST(TextSource, TextsMayBeJson) {
  IndexOptions options;
  options.lines.jsonl = "text";
  const std::vector<std::string> texts = {R"({"text": "the fruit"})", "{\n\"text\": \"ripe\"\n}",
                                          "the fruit"};
  IndexTotals totals;
  EXPECT_EQ(index_of_texts(source_of(texts), options, &totals),
            index_bytes(fruit(), {"{\"text\": \"the fruit\"}\n{\"text\": \"ripe\"}\nthe fruit\n"},
                        options));
  EXPECT_EQ(totals.bad_lines, 1U);
}

TEST(TextSource, StrictStopsAtATextThatIsNotUtf8AndSaysWhere) {
  const Scratch scratch;
  IndexOptions options;
  options.lines.strict = true;
  for (const int threads : {1, 4}) {
    options.threads = threads;
    const Error error = error_of([&] {
      index_corpus(fruit(), source_of({"the fruit", "the \xFF", "ripe"}), scratch.path("out.ctx"),
                   options);
    });
    EXPECT_EQ(error.kind(), ErrorKind::malformed);
    EXPECT_THAT(error.what(), HasSubstr("the texts: byte 10: the line is not UTF-8"));
    EXPECT_THAT(scratch.names(), ElementsAre());
  }
}

TEST(TextSource, WhatTheIteratorThrowsEndsTheIndexingAndLeavesTheOutput) {
  const Scratch scratch;
  const std::string output = scratch.file("out.ctx", "old");
  for (const int threads : {1, 2, 5})
    for (const std::size_t count : {0, 3, 100'000}) {
      EXPECT_THROW(index_corpus(fruit(), failing_after(count), output, on_threads(threads)),
                   NoMoreTexts);
      EXPECT_EQ(scratch.content("out.ctx"), "old");
      EXPECT_THAT(scratch.names(), ElementsAre("out.ctx"));
    }
}

TEST(TextSource, EndlessTextsEndWhenTheTaskIsCancelled) {
  const Scratch scratch;
  Cancelled cancelled("indexing");
  IndexOptions options;
  options.progress = &cancelled;
  const TextSource endless([]() -> std::optional<std::string> { return "the fruit"; });
  EXPECT_THROW(index_corpus(fruit(), endless, scratch.path("out.ctx"), options),
               std::runtime_error);
  EXPECT_THAT(scratch.names(), ElementsAre());
}

struct TotalSeen : Progress {
  void start(std::string_view what, std::optional<std::uint64_t> total) override {
    current = what;
    if (current == "indexing") known = total.has_value();
  }
  void advance(std::uint64_t amount) override {
    if (current == "indexing") bytes += amount;
  }
  void finish() override {}

  std::string current;
  bool known = true;
  std::uint64_t bytes = 0;
};

TEST(TextSource, ProgressIsOfBytesWithoutATotal) {
  TotalSeen seen;
  IndexOptions options;
  options.progress = &seen;
  (void)index_of_texts(source_of({"the fruit", "ripe"}), options);
  EXPECT_FALSE(seen.known);
  EXPECT_EQ(seen.bytes, 15U);
}

}  // namespace
}  // namespace oovec
