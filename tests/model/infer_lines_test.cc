#include "oovec/model/infer_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/vectors/format.h"
#include "tests/support/files.h"
#include "tests/support/models.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Model& model() {
  static const Model small(small_model());
  return small;
}

struct Result {
  std::string content;
  InferSummary summary;
  std::vector<std::string> problems;  // "line: message"
};

Result infer_text(std::string_view lines, const InferOptions& options = {},
                  std::string_view suffix = ".txt") {
  const TemporaryFile file(suffix);
  const auto input = memory_input(lines, "test");
  Result result;
  result.summary =
      infer_lines(model(), *input, file.path(), options, [&](const LineProblem& problem) {
        result.problems.push_back(std::to_string(problem.line) + ": " + problem.message);
      });
  result.content = file.content();
  return result;
}

InferOptions in_format(VectorFormat format, int threads = 0) {
  InferOptions options;
  options.format = format;
  options.threads = threads;
  return options;
}

std::vector<float> vector_of(std::string_view word, const std::vector<std::string>& contexts = {}) {
  Observation observation(model(), word);
  for (const std::string& context : contexts) observation.add(context);
  return observation.infer()->vector;
}

// Many lines, some bad, of very different lengths.
std::string many_lines() {
  std::string lines;
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    if (random.below(100) == 0) lines += "\xFF";
    lines += model_words()[random.below(model_words().size())] + std::to_string(i % 7);
    for (std::uint64_t contexts = random.below(4); contexts > 0; --contexts) {
      lines += '\t';
      for (std::uint64_t words = random.below(20); words > 0; --words)
        lines += model_words()[random.below(model_words().size())] + ' ';
    }
    lines += random.below(50) == 0 ? "\r\n\n" : "\n";
  }
  return lines;
}

TEST(InferLines, GivesEachLineItsVectorInOrder) {
  const Result result =
      infer_text("pomelo\tthe sweet fruit\tcitrus melon\nmelons\nice cream\tthe sweet\n");
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_EQ(result.summary.lines, 3U);
  EXPECT_EQ(result.summary.vectors, 3U);
  const ReadResult read = read_bytes(result.content);
  EXPECT_EQ(read.format, VectorFormat::word2vec);
  EXPECT_THAT(words_of(read.embeddings), ElementsAre("pomelo", "melons", "ice cream"));
  EXPECT_EQ(row_of(read.embeddings, "pomelo"),
            vector_of("pomelo", {"the sweet fruit", "citrus melon"}));
  EXPECT_EQ(row_of(read.embeddings, "melons"), vector_of("melons"));
  EXPECT_EQ(row_of(read.embeddings, "ice cream"), vector_of("ice cream", {"the sweet"}));
}

TEST(InferLines, WritesEveryFormat) {
  const std::string lines = "pomelo\tsweet\nmelons\n";
  const ReadResult glove = read_bytes(infer_text(lines, in_format(VectorFormat::glove)).content);
  EXPECT_EQ(glove.format, VectorFormat::glove);
  const ReadResult binary =
      read_bytes(infer_text(lines, in_format(VectorFormat::word2vec_binary)).content);
  EXPECT_EQ(binary.format, VectorFormat::word2vec_binary);
  expect_same(glove.embeddings, binary.embeddings);
  EXPECT_THAT(infer_text(lines, in_format(VectorFormat::jsonl)).content,
              HasSubstr(R"("alpha":0,"known_ngrams":)"));
}

TEST(InferLines, TheNameTellsTheFormat) {
  const auto format_of = [](std::string_view suffix) {
    return read_bytes(infer_text("pomelo\nmelons\n", {}, suffix).content).format;
  };
  EXPECT_EQ(format_of(".txt"), VectorFormat::word2vec);
  EXPECT_EQ(format_of(".bin"), VectorFormat::word2vec_binary);
  EXPECT_EQ(format_of(".txt.gz"), VectorFormat::glove);
  EXPECT_TRUE(infer_text("pomelo\n", {}, ".jsonl").content.starts_with("{\"word\":\"pomelo\","));
}

TEST(InferLines, AHeaderCannotBePutIntoACompressedFile) {
  const Error error =
      error_of([] { infer_text("pomelo\n", in_format(VectorFormat::word2vec), ".txt.gz"); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("choose format glove"));
}

TEST(InferLines, NothingInNothingOut) {
  const Result result = infer_text("");
  EXPECT_EQ(result.content, "00000000000000000000 4\n");
  EXPECT_EQ(result.summary.lines, 0U);
}

TEST(InferLines, ByteOrderMarkCarriageReturnsAndEmptyLinesDoNotMatter) {
  const Result plain = infer_text("pomelo\tsweet\nmelons\n");
  const Result other = infer_text("\xEF\xBB\xBFpomelo\tsweet\r\n\n\r\nmelons");
  EXPECT_EQ(other.content, plain.content);
  EXPECT_THAT(other.problems, IsEmpty());
  EXPECT_EQ(other.summary.lines, 4U);
}

TEST(InferLines, WordsKeepTheirSpellingButNotTheirBlanks) {
  const auto read = read_bytes(infer_text(" PoMelo \tsweet\nmelons\n").content).embeddings;
  EXPECT_THAT(words_of(read), ElementsAre("PoMelo", "melons"));
  EXPECT_EQ(row_of(read, "PoMelo"), vector_of("pomelo", {"sweet"}));
}

TEST(InferLines, BadLinesAreReportedWithTheirNumberAndPassedOver) {
  const Result result = infer_text("pomelo\n\xFF\n\n\tsweet\n日本\tunheard\nmelons\n");
  EXPECT_THAT(result.problems, ElementsAre(HasSubstr("2: byte 1 is not valid UTF-8"),
                                           HasSubstr("4: there is no word"),
                                           HasSubstr("5: \"日本\" has no vector")));
  EXPECT_EQ(result.summary.bad_lines, 2U);
  EXPECT_EQ(result.summary.without_vector, 1U);
  EXPECT_EQ(result.content, infer_text("pomelo\nmelons\n").content);
}

TEST(InferLines, WordsTheFormatCannotHoldAreBadLines) {
  const Result binary = infer_text("ice cream\tsweet\n", in_format(VectorFormat::word2vec_binary));
  EXPECT_THAT(binary.problems, ElementsAre(HasSubstr("1: \"ice cream\" would not be read back")));
  const Result json = infer_text("ice cream\tsweet\n", in_format(VectorFormat::jsonl));
  EXPECT_THAT(json.problems, IsEmpty());
}

TEST(InferLines, StrictlyABadLineStopsAndLeavesNoFile) {
  InferOptions strict;
  strict.strict = true;
  const TemporaryFile file(".txt");
  const auto input = memory_input("pomelo\n日本\n\tsweet\n", "test");
  std::vector<std::uint64_t> reported;
  const Error error = error_of([&] {
    infer_lines(model(), *input, file.path(), strict,
                [&](const LineProblem& problem) { reported.push_back(problem.line); });
  });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_EQ(std::string(error.what()), "test:3: there is no word before the first tab");
  EXPECT_THAT(reported, ElementsAre(2));
  EXPECT_EQ(file.content(), "");
}

TEST(InferLines, VectorsThatAreNotFiniteAreNotWritten) {
  ModelParts parts = small_model(Composition::context);
  parts.vectors = std::make_shared<const Embeddings>(make_embeddings({"sweet"}, 4, {1, 1, 1, 1}));
  std::ranges::fill(part_of(parts, "transform"), 3e38F);
  const Model large(std::move(parts));
  const TemporaryFile file(".txt");
  const auto input = memory_input("pomelo\tthe sweet fruit\n", "test");
  std::string message;
  infer_lines(large, *input, file.path(), {},
              [&](const LineProblem& problem) { message = problem.message; });
  EXPECT_THAT(message, HasSubstr("no finite vector"));
}

TEST(InferLines, TheResultIsTheSameForAnyNumberOfThreads) {
  const std::string lines = many_lines();
  const Result one = infer_text(lines, in_format(VectorFormat::jsonl, 1));
  EXPECT_GT(one.summary.vectors, 19'000U);
  EXPECT_GT(one.summary.bad_lines, 100U);
  for (const int threads : {2, 4}) {
    const Result several = infer_text(lines, in_format(VectorFormat::jsonl, threads));
    EXPECT_EQ(several.content, one.content);
    EXPECT_EQ(several.problems, one.problems);
    EXPECT_EQ(several.summary.lines, one.summary.lines);
  }
}

TEST(InferLines, LinesAreInferredAsIfAlone) {
  const std::string lines = many_lines();
  const auto together = infer_text(lines, in_format(VectorFormat::glove)).content;
  std::string apart;
  for (std::size_t begin = 0; begin < 2000;) {
    const std::size_t end = lines.find('\n', begin) + 1;
    apart += infer_text(std::string_view(lines).substr(begin, end - begin),
                        in_format(VectorFormat::glove))
                 .content;
    begin = end;
  }
  EXPECT_TRUE(together.starts_with(apart));
  EXPECT_FALSE(apart.empty());
}

}  // namespace
}  // namespace oovec
