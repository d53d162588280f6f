// Files that are not what they are read as: refused, or read with a hint.
#include "oovec/corpus/text_sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/corpus/corpora.h"
#include "tests/support/error_of.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TextBlock sample(const std::string& text, const std::string& name = "text") {
  return {{{text.begin(), text.end()}, 0}, name, {}, 1};
}

std::string refusal_of(const std::string& text, const LineRules& rules = {}) {
  try {
    check_sample(sample(text), rules);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::malformed);
    return error.what();
  }
  return "";
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

LineRules json_rules(const std::string& field) {
  LineRules rules;
  rules.jsonl = field;
  return rules;
}

TEST(TextSample, TextPasses) {
  EXPECT_EQ(refusal_of(""), "");
  EXPECT_EQ(refusal_of("\n\n"), "");
  EXPECT_EQ(refusal_of("Die Äpfel sind reif. 🍊\n"), "");
  EXPECT_EQ(refusal_of(std::string("the\0ripe\0\0fruit\n", 16)), "");
}

TEST(TextSample, Latin1IsNamed) {
  EXPECT_THAT(refusal_of(repeated("Die \xC4pfel sind s\xFC\xDF und reif.\n", 9) + "Ja.\n"),
              HasSubstr("text is not UTF-8; it looks like Latin-1 or Windows-1252"));
}

TEST(TextSample, OtherEncodingsAreNotGuessedAt) {
  EXPECT_THAT(refusal_of(repeated("\xDD\xF2\xEE \xEF\xEB\xEE\xE4\n", 9)),
              HasSubstr("text is not UTF-8; convert it from its encoding"));
}

TEST(TextSample, BinaryDataAreNamed) {
  EXPECT_THAT(refusal_of(std::string("\x01\x02\xFF\xFE\n\x80\x81\0", 8)),
              HasSubstr("text holds binary data"));
  EXPECT_THAT(refusal_of(std::string(1000, '\0')), HasSubstr("text holds binary data"));
}

TEST(TextSample, ATenthOfManyLinesMayBeBad) {
  const std::string text = repeated("Ja.\n", 90) + repeated("\xC4pfel\n", 10);
  EXPECT_EQ(refusal_of(text), "");
  EXPECT_THAT(refusal_of(text + "\xC4pfel\n"), HasSubstr("Latin-1"));
}

TEST(TextSample, HalfOfAFewLinesMayBeBad) {
  EXPECT_EQ(refusal_of("\xFF\nthe\n\n\n"), "");
  EXPECT_NE(refusal_of("\xFF\n\xFF\nthe\n\n\n\n\n"), "");
}

TEST(TextSample, WhoeverAllowsItReadsAnything) {
  LineRules rules;
  rules.bad_lines = 1;
  EXPECT_EQ(refusal_of("\xFF\n\x01\x02\n", rules), "");
}

TEST(TextSample, JsonWithoutTheFieldIsRefusedWithThoseThatItHas) {
  const std::string lines = repeated("{\"id\": 1, \"text\": \"the fruit\"}\n", 5);
  EXPECT_EQ(refusal_of(lines, json_rules("text")), "");
  EXPECT_EQ(
      refusal_of(lines, json_rules("txet")),
      "5 of the first 5 lines cannot be read; text: byte 0: the line is without a text in the "
      "field \"txet\" (its fields: \"id\", \"text\"); did you mean text?");
  EXPECT_THAT(refusal_of("the fruit\n", json_rules("text")), HasSubstr("not a JSON object"));
}

TEST(TextSample, JsonLinesReadAsTextGetAHint) {
  const std::string line = "{\"id\": 1, \"text\": \"the fruit\"}\n";
  EXPECT_THAT(hint_about(sample(line + "\n" + line)).value_or(""),
              HasSubstr("text looks like JSON lines, but is read as plain text, names of fields "
                        "included; `jsonl` reads one field: \"text\""));
  EXPECT_EQ(hint_about(sample("{a} set\n{b}\n")), std::nullopt);
}

TEST(TextSample, CsvReadAsTextGetsAHint) {
  EXPECT_THAT(
      hint_about(sample("id,text\n1,\"the, fruit\"\n", "posts.csv")).value_or(""),
      HasSubstr("posts.csv looks like CSV, but is read as plain text, all columns included; "
                "`csv` reads one column: \"id\", \"text\""));
  EXPECT_TRUE(hint_about(sample("id\ttext\n1\tthe\n", "posts.tsv.gz")));
  EXPECT_TRUE(hint_about(sample("id,text\n" + repeated("1,the fruit\n", 4), "posts")));
}

TEST(TextSample, ProseGetsNoHint) {
  for (const std::string& text :
       {std::string(""), std::string("The fruit\n"), repeated("The fruit, which is ripe\n", 9),
        repeated("The fruit\n", 9), std::string("a,b\n1,2\n"), std::string("\"Well,\" she said\n")})
    EXPECT_EQ(hint_about(sample(text)), std::nullopt) << text;
}

TEST(TextSample, IndexingSaysWhatItHasSeen) {
  const TextIndex json(fruit(), "{\"text\": \"the fruit\"}\n");
  EXPECT_THAT(json.summary().hints, ElementsAre(HasSubstr("`jsonl`")));
  EXPECT_THAT(TextIndex(fruit(), "the fruit\n").summary().hints, IsEmpty());
  EXPECT_THAT(TextIndex(fruit(), "\n").summary().hints, ElementsAre(HasSubstr("no word")));
  std::string foreign;
  for (int i = 0; i < 10'000; ++i) foreign += "unbekannt\n";
  EXPECT_THAT(TextIndex(fruit(), foreign).summary().hints, ElementsAre(HasSubstr("only 0.0 %")));
}

// All files are looked at before the first is read.
TEST(TextSample, OneBadFileOfManyShowsBeforeAnyIsRead) {
  const Scratch scratch;
  const std::string good = scratch.file("good", "the fruit\n");
  const std::string bad = scratch.file("bad", "\x89PNG\r\n\x1A\n");
  struct : Progress {
    void start(std::string_view, std::optional<std::uint64_t>) override {}
    void advance(std::uint64_t amount) override { bytes += amount; }
    void finish() override {}
    std::uint64_t bytes = 0;
  } progress;
  IndexOptions options;
  options.progress = &progress;
  const Error error = error_of([&] {
    index_corpus(fruit(), {good, bad}, scratch.path("out.ctx"), options);
  });
  EXPECT_THAT(error.what(), HasSubstr("bad is a PNG image, not text"));
  EXPECT_EQ(progress.bytes, 0U);
  EXPECT_THAT(scratch.names(), ElementsAre("bad", "good"));
}

TEST(TextSample, Utf16IsIndexedAsUtf8Is) {
  const std::string text = "the ripe fruit\nis a fruit\n";
  std::string little = "\xFF\xFE", big;
  for (const char c : text) {
    little += c;
    little += '\0';
    big += '\0';
    big += c;
  }
  const std::string expected = index_bytes(fruit(), {text});
  EXPECT_EQ(index_bytes(fruit(), {little}), expected);
  EXPECT_EQ(index_bytes(fruit(), {big}), expected);
}

TEST(TextSample, ALongLineIsNotTakenForBadWhereTheSampleEnds) {
  std::string line;
  while (line.size() < 3 << 20) line += "é";
  const TextIndex index(fruit(), line + "\nthe fruit\n");
  EXPECT_EQ(count_of(*index, "fruit"), 1);
}

}  // namespace
}  // namespace oovec
