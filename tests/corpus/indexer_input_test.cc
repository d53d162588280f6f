// Indexing input of all kinds, good and bad; docs/contexts.md promises what is tested here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "oovec/io/line_blocks.h"
#include "tests/corpus/corpora.h"
#include "tests/io/codecs.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

IndexOptions any_bad_lines() {
  IndexOptions options;
  options.lines.bad_lines = 1;
  return options;
}

TEST(IndexerInput, ReadsFilesGlobsAndAnyCompression) {
  const Scratch scratch;
  scratch.file("1.txt", "the fruit\n");
  scratch.file("2.txt", compress(Compression::gzip, "the ripe\n"));
  scratch.file("3.txt", compress(Compression::bzip2, "the a\n"));
  const std::string other = scratch.file("other", compress(Compression::zstd, "the is\n"));
  const std::string strange = scratch.file("[x]*", "the well\n");
  index_corpus(fruit(), {scratch.path("?.txt"), other, strange}, scratch.path("out.ctx"));
  EXPECT_THAT(
      contexts_of(ContextIndex(scratch.path("out.ctx")), "the"),
      UnorderedElementsAre("[the] fruit", "[the] ripe", "[the] a", "[the] is", "[the] well"));
}

// What index_corpus() throws; the output must not have appeared.
Error refusal(const std::vector<std::string>& names, const std::string& content,
              const IndexOptions& options = {}) {
  const Scratch scratch;
  scratch.file("text", content);
  std::vector<std::string> files;
  files.reserve(names.size());
  for (const std::string& name : names) files.push_back(scratch.path(name));
  Error error = error_of([&] { index_corpus(fruit(), files, scratch.path("out.ctx"), options); });
  EXPECT_THAT(scratch.names(), ElementsAre("text"));
  return error;
}

TEST(IndexerInput, FilesThatAreNotThereAreErrors) {
  EXPECT_EQ(refusal({"text", "absent"}, "the\n").kind(), ErrorKind::io);
  EXPECT_THAT(refusal({"*.gz"}, "").what(), HasSubstr("*.gz: no file matches"));
  EXPECT_EQ(refusal({std::string(300, 'x') + "*"}, "").kind(), ErrorKind::io);
  EXPECT_THAT(refusal({""}, "").what(), HasSubstr("Is a directory"));
  EXPECT_EQ(refusal({}, "").kind(), ErrorKind::usage);
}

TEST(IndexerInput, ACompressedFileCutShortIsAnError) {
  std::string bytes = compress(Compression::gzip, sample_text(100'000));
  bytes.resize(bytes.size() / 2);
  EXPECT_EQ(refusal({"text"}, bytes).kind(), ErrorKind::damaged);
}

TEST(IndexerInput, OutputThatCannotBeWrittenIsAnErrorBeforeAnythingIsRead) {
  const Scratch scratch;
  const auto error = error_of([&] {
    index_corpus(fruit(), {scratch.path("absent")}, scratch.path("no/such/folder/out.ctx"));
  });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr("out.ctx"));
  EXPECT_EQ(error_of([&] { index_corpus(fruit(), {scratch.path("absent")}, "-"); }).kind(),
            ErrorKind::usage);
}

TEST(IndexerInput, AnEmptyCorpusGivesAnEmptyIndex) {
  for (const char* text : {"", "\n\n", " \t \r\n", "... !\n"}) {
    const TextIndex index(fruit(), text, novel(1));
    EXPECT_EQ(index->size(), fruit().size());
    EXPECT_EQ(index->view().sentences(), 0U);
    EXPECT_EQ(count_of(*index, "the"), 0);
    EXPECT_THAT(contexts_of(*index, "the"), IsEmpty());
    EXPECT_EQ(index.summary().targets_seen, 0U);
  }
}

TEST(IndexerInput, LinesThatAreNotUtf8ArePassedOverAndCounted) {
  const TextIndex index(fruit(), "the fruit\nthe \xFF ripe\n\xC3\nthe a\n");
  EXPECT_EQ(index.summary().totals.lines, 4U);
  EXPECT_EQ(index.summary().totals.bad_lines, 2U);
  EXPECT_EQ(count_of(*index, "the"), 2);
  EXPECT_EQ(count_of(*index, "ripe"), 0);
}

TEST(IndexerInput, StrictStopsAtTheFirstBadLineAndSaysWhere) {
  IndexOptions options;
  options.lines.strict = true;
  for (const int threads : {1, 4}) {
    options.threads = threads;
    const Error error = refusal({"text"}, "the fruit\nthe \xFF ripe\n\xFF\n", options);
    EXPECT_EQ(error.kind(), ErrorKind::malformed);
    EXPECT_THAT(error.what(), HasSubstr("text: byte 10: the line is not UTF-8"));
  }
}

TEST(IndexerInput, NulBytesSeparateWords) {
  const TextIndex index(fruit(), std::string("the\0ripe\0\0fruit\n", 16));
  EXPECT_THAT(contexts_of(*index, "ripe"), ElementsAre("the [ripe] fruit"));
  EXPECT_EQ(index.summary().totals.bad_lines, 0U);
}

TEST(IndexerInput, BinaryGarbageIsRefusedOrWhereAllowedPassedOver) {
  std::mt19937 random(5);
  std::string garbage(3 << 20, '\0');
  for (char& byte : garbage) byte = static_cast<char>(random());
  EXPECT_THAT(refusal({"text"}, garbage).what(), HasSubstr("text holds binary data, not text"));
  const TextIndex index(fruit(), garbage + "\nthe ripe fruit\n", any_bad_lines());
  EXPECT_EQ(count_of(*index, "fruit"), 1);
  EXPECT_GT(index.summary().totals.bad_lines, 10'000U);
}

TEST(IndexerInput, LinesEndAsOnAnySystem) {
  const TextIndex index(fruit(), "the fruit\r\nthe ripe\nthe a");
  EXPECT_THAT(contexts_of(*index, "the"),
              UnorderedElementsAre("[the] fruit", "[the] ripe", "[the] a"));
}

TEST(IndexerInput, ALineOfManyMegabytesIsIndexedLikeAnyOther) {
  std::string line;
  while (line.size() < 5 << 20) line += "The ripe fruit is well. ";
  for (const char* before : {"", "a\n", "the fruit is a fruit\n\n"}) {
    const TextIndex index(fruit(), before + line + "\nthe a\n");
    EXPECT_EQ(count_of(*index, "ripe"), static_cast<std::int64_t>(line.size() / 24));
    EXPECT_EQ(count_of(*index, "well"), static_cast<std::int64_t>(line.size() / 24));
  }
}

TEST(IndexerInput, BytesDoNotDependOnWhatPrecedesALongLine) {
  const std::string line = sample_text(3 << 20) + "\n";  // it has no sentence ends: cuts show
  const Embeddings vectors = vectors_of({"word1", "word2", "word3"});
  const std::string expected = index_bytes(vectors, {line + "word1\nword2 word3\n"});
  EXPECT_TRUE(index_bytes(vectors, {"word1\n" + line + "word2 word3\n"}) == expected);
  EXPECT_TRUE(index_bytes(vectors, {"word2 word3\n", "word1\n" + line}) == expected);
}

IndexOptions json(const std::string& field) {
  IndexOptions options;
  options.lines.jsonl = field;
  return options;
}

TEST(IndexerInput, ReadsAFieldOfJsonLines) {
  const TextIndex index(fruit(),
                        "{\"text\": \"the fruit\", \"id\": 1}\n\n"
                        "{\"id\": 2, \"text\": \"the \\u0066ruit\\nis ripe\"}\r\n",
                        json("text"));
  EXPECT_THAT(contexts_of(*index, "fruit"), ElementsAre("the [fruit]"));
  EXPECT_EQ(count_of(*index, "fruit"), 2);
  EXPECT_THAT(contexts_of(*index, "ripe"), ElementsAre("is [ripe]"));
  EXPECT_EQ(index.summary().totals.lines, 3U);
  EXPECT_EQ(index.summary().totals.bad_lines, 0U);
}

TEST(IndexerInput, LinesThatAreNotJsonOrLackTheFieldAreBad) {
  const std::string deep = "{\"text\": " + std::string(500'000, '[') + std::string(500'000, ']');
  const std::vector<std::string> bad = {"the fruit",
                                        "{\"text\": \"the fruit\"",
                                        "[\"the fruit\"]",
                                        "{\"body\": \"the fruit\"}",
                                        "{\"text\": 5}",
                                        "{\"text\": null}",
                                        "{\"text\": \"the \xFF fruit\"}",
                                        "{\"text\": \"the \\ud800 fruit\"}",
                                        deep,
                                        deep + "}"};
  IndexOptions strict = json("text");
  strict.lines.strict = true;
  for (const std::string& line : bad) {
    const TextIndex index(fruit(), line + "\n{\"text\": \"the\"}\n", json("text"));
    EXPECT_EQ(index.summary().totals.bad_lines, 1U) << line.substr(0, 40);
    EXPECT_EQ(count_of(*index, "the"), 1) << line.substr(0, 40);
    EXPECT_EQ(refusal({"text"}, line + "\n", strict).kind(), ErrorKind::malformed);
  }
}

TEST(IndexerInput, AJsonLineThatNeverEndsIsRefused) {
  const std::string line(LineBlocks::max_line + (2 << 20), ' ');
  const Error error = refusal({"text"}, line, json("text"));
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("no line end within 64 MiB"));
}

TEST(IndexerInput, FindsNovelWordsSeenOftenEnough) {
  const TextIndex index(fruit(), "the pomelo\na pomelo\nthe durian\n", novel(2));
  EXPECT_EQ(count_of(*index, "pomelo"), 2);
  EXPECT_EQ(count_of(*index, "durian"), -1);
  EXPECT_EQ(index.summary().novel_words, 1U);
}

TEST(IndexerInput, NoNovelWordsAreLookedForUnlessAsked) {
  const TextIndex index(fruit(), "the pomelo\na pomelo\n");
  EXPECT_EQ(index->size(), fruit().size());
}

TEST(IndexerInput, NumbersAndVeryLongTokensAreNoNovelWords) {
  const std::string longest(64, 'x');
  const TextIndex index(fruit(), "1984 3.14 " + longest + " " + longest + "y B2 été\n", novel(1));
  std::vector<std::string> words;
  for (std::size_t i = fruit().size(); i < index->size(); ++i) words.emplace_back(index->word(i));
  EXPECT_THAT(words, ElementsAre("b2", longest, "été"));
}

TEST(IndexerInput, WordsAskedForAreTargetsOnceAndOnlyWithoutVector) {
  IndexOptions options;
  options.words = {"pomelo", "fruit", "", "absent", "pomelo"};
  const TextIndex index(fruit(), "the pomelo fruit pomelo\n", options);
  EXPECT_EQ(index->size(), fruit().size() + 2);
  EXPECT_EQ(count_of(*index, "pomelo"), 2);
  EXPECT_EQ(count_of(*index, "absent"), 0);
  EXPECT_EQ(index.summary().novel_words, 2U);
  EXPECT_THAT(contexts_of(*index, "fruit"), ElementsAre("the _ [fruit] _"));
}

TEST(IndexerInput, WordsAskedForAreSpelledAsTokensAre) {
  IndexOptions options;
  options.words = {"Cafe\u0301", "FRUIT"};  // e and an accent of its own
  const TextIndex lower(fruit(), "the café\n", options);
  EXPECT_EQ(count_of(*lower, "café"), 1);
  EXPECT_EQ(lower->settings().listed_size, 1U);
  options.text.lowercase = Lowercase::off;
  const TextIndex as_is(fruit(), "the café Café\n", options);
  EXPECT_EQ(count_of(*as_is, "Café"), 1);
  EXPECT_EQ(as_is->settings().listed_size, 2U);
}

TEST(IndexerInput, WordsAskedForMustBeUtf8) {
  IndexOptions options;
  options.words = {"a", "", "caf\xE9"};
  const Error error = error_of([&] { TextIndex(fruit(), "the\n", options); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_STREQ(error.what(), "word 3 of the list is not UTF-8 (byte 4); convert it to UTF-8");
}

TEST(IndexerInput, WordsAskedForThatDoNotOccurAreReported) {
  IndexOptions options;
  options.words = {"a1", "a2", "a3", "a4", "a5", "a6", "a7"};
  const TextIndex index(fruit(), "the a2\n", options);
  EXPECT_EQ(index.summary().listed_unseen, 6U);
  EXPECT_THAT(index.summary().first_unseen, ElementsAre("a1", "a3", "a4", "a5", "a6"));
  EXPECT_THAT(summarize(index->view()).first_unseen, index.summary().first_unseen);
}

TEST(IndexerInput, TheOrderOfWordsAskedForDoesNotMatter) {
  IndexOptions options;
  options.words = {"x", "y"};
  const std::string bytes = index_bytes(fruit(), {"x the y\n"}, options);
  options.words = {"y", "x", "y"};
  EXPECT_EQ(index_bytes(fruit(), {"x the y\n"}, options), bytes);
}

struct Recorder : Progress {
  void start(std::string_view what, std::optional<std::uint64_t> total) override {
    log += std::string(what) + " of " + (total ? std::to_string(*total) : "unknown") + "; ";
    advanced = 0;
  }
  void advance(std::uint64_t amount) override { advanced += amount; }
  void finish() override { log += std::to_string(advanced) + " done; "; }

  std::string log;
  std::uint64_t advanced = 0;
};

TEST(IndexerInput, TellsOfBytesReadAndWritten) {
  Recorder recorder;
  IndexOptions options;
  options.progress = &recorder;
  const TextIndex index(fruit(), "the fruit\n", options);
  EXPECT_THAT(recorder.log,
              testing::MatchesRegex("indexing of 10; 10 done; sorting sentences of ([0-9]+); "
                                    "[0-9]+ done; writing .* of [0-9]+; [0-9]+ done; "));
}

}  // namespace
}  // namespace oovec
