#include "oovec/augment/augment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "oovec/vectors/append.h"
#include "tests/support/models.h"
#include "tests/support/scratch.h"
#include "tests/support/texts.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const char* const text =
    "The sweet pomelo is a citrus fruit. The pomelo!\n"
    "A thick pomelo, a sweet durian.\n"
    "Durian ice cream. Xyz 2019.\n";

AugmentOptions seen(std::uint32_t min_count) {
  AugmentOptions options;
  options.min_count = min_count;
  return options;
}

AugmentOptions only(std::vector<std::string> words) {
  AugmentOptions options;
  options.words = std::move(words);
  return options;
}

// Augments with a text, in a folder of its own.
struct Augmented {
  explicit Augmented(const AugmentOptions& options, const std::string& name = "out.txt",
                     std::string_view corpus = text)
      : path(folder.path(name)),
        result(augment_vectors(model, {folder.file("corpus", corpus)}, path, options)) {}

  std::vector<std::string> new_words() const {
    std::vector<std::string> words = words_of(read_vectors(path).embeddings);
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(model.vectors().size()));
    return words;
  }

  Scratch folder;
  Model model{small_model()};
  std::string path;
  AugmentResult result;
};

TEST(Augment, NewWordsComeByCountAndBytes) {
  const Augmented augmented(seen(1));
  EXPECT_THAT(augmented.new_words(), ElementsAre("pomelo", "durian", "is"));
  EXPECT_EQ(augmented.result.words[0].count, 3);
  EXPECT_EQ(augmented.result.words[1].count, 2);
}

TEST(Augment, RareWordsAreLeftOut) {
  EXPECT_THAT(Augmented(seen(2)).new_words(), ElementsAre("pomelo", "durian"));
}

TEST(Augment, VectorsAreThoseOfAllContextsTogether) {
  const Augmented augmented(seen(1));
  Observation observation(augmented.model, "pomelo");
  for (const char* context :
       {"The sweet pomelo is a citrus fruit.", "The pomelo!", "A thick pomelo, a sweet durian."})
    observation.add(context);
  const Inference expected = observation.infer().value();
  const auto vectors = read_vectors(augmented.path).embeddings;
  const auto found = row_of(vectors, "pomelo");
  ASSERT_EQ(found.size(), expected.vector.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected.vector[i], 1e-5);
  EXPECT_NEAR(augmented.result.words[0].alpha, expected.alpha, 1e-5);
  EXPECT_NEAR(*augmented.result.words[0].confidence, *expected.confidence, 1e-5);
  EXPECT_EQ(augmented.result.words[0].context_words, expected.context_words);
}

TEST(Augment, OldVectorsAreWrittenAsEver) {
  for (const char* name : {"out.txt", "out.vec", "out.bin"}) {
    const Augmented augmented(seen(1), name);
    const std::string plain = augmented.folder.path("plain-" + std::string(name));
    write_vectors(augmented.model.vectors(), plain);
    const auto rows = [&](const std::string& file) {
      const std::string bytes = augmented.folder.content(file);
      return bytes.substr(bytes.find('\n') + 1);
    };
    EXPECT_THAT(augmented.folder.content(name), StartsWith("23 4\n"));
    EXPECT_THAT(rows(name), StartsWith(rows("plain-" + std::string(name)))) << name;
  }
}

TEST(Augment, NativeFilesKeepTheirNumbers) {
  const Augmented augmented(seen(1), "out.safetensors");
  const Embeddings all = read_vectors(augmented.path).embeddings;
  const auto old = augmented.model.vectors().values();
  EXPECT_TRUE(std::equal(old.begin(), old.end(), all.values().begin()));
  EXPECT_EQ(all.word(20), "pomelo");
  EXPECT_EQ(all.find("pomelo"), 20);
}

TEST(Augment, AVectorsFileIsKeptByteByByte) {
  const Scratch folder;
  const Model model(small_model());
  for (const auto format : {VectorFormat::word2vec, VectorFormat::glove, VectorFormat::fasttext_vec,
                            VectorFormat::word2vec_binary}) {
    WriteOptions write;
    write.format = format;
    write_vectors(model.vectors(), folder.path("v"), write);
    AugmentOptions options = seen(1);
    options.vectors = folder.path("v");
    const auto result =
        augment_vectors(model, {folder.file("corpus", text)}, folder.path("out"), options);
    EXPECT_EQ(result.format, format);
    std::string before = folder.content("v");
    if (format != VectorFormat::glove) before.replace(0, 2, "23");
    EXPECT_THAT(folder.content("out"), StartsWith(before));
    EXPECT_EQ(read_vectors(folder.path("out")).embeddings.size(), 23);
  }
}

TEST(Augment, OtherVectorsAreRefused) {
  const Scratch folder;
  AugmentOptions options;
  options.vectors = folder.file("v", "a 1 2\nb 2 3\n");
  const auto refuse = [&] {
    augment_vectors(Model(small_model()), {folder.file("corpus", text)}, folder.path("out"),
                    options);
  };
  EXPECT_THAT(error_of(refuse).what(), HasSubstr("not the vectors"));
  options.vectors = "-";
  EXPECT_THAT(error_of(refuse).what(), HasSubstr("must be a file"));
}

TEST(Augment, ListedWordsGetVectorsWhetherTheyOccurOrNot) {
  const Augmented augmented(only({"Durian", "melons", "fruit", "pomelo", "durian"}));
  EXPECT_THAT(augmented.new_words(), ElementsAre("pomelo", "durian", "melons"));
  EXPECT_EQ(augmented.result.words[2].count, 0);
  EXPECT_EQ(augmented.result.words[2].alpha, 0);
}

TEST(Augment, WordsWithoutEvidenceAreReportedNotWritten) {
  const Augmented augmented(only({"xzzx", "melons"}));
  EXPECT_THAT(augmented.new_words(), ElementsAre("melons"));
  EXPECT_EQ(augmented.result.count(Outcome::not_inferred), 1);
  EXPECT_EQ(augmented.result.words[1].word, "xzzx");
}

TEST(Augment, WordsThatTheFormatCannotHoldAreReportedNotWritten) {
  const Augmented binary(only({"citrus melon"}), "out.bin");
  EXPECT_THAT(binary.new_words(), IsEmpty());
  EXPECT_EQ(binary.result.count(Outcome::not_written), 1);
  EXPECT_THAT(Augmented(only({"citrus melon"}), "out.safetensors").new_words(),
              ElementsAre("citrus melon"));
}

TEST(Augment, WhatCannotBeWrittenIsRefusedBeforeReading) {
  const Scratch folder;
  ModelParts parts = small_model();
  parts.vectors = arbitrary_embeddings({"New York", "a"}, 4, 1);
  const Model model(std::move(parts));
  const auto refuse = [&](const std::string& name) {
    return error_of([&] { augment_vectors(model, {"no such corpus"}, folder.path(name)); });
  };
  EXPECT_THAT(refuse("out.bin").what(), HasSubstr("\"New York\" cannot be written"));
  EXPECT_THAT(refuse("out.safetensors.gz").what(), HasSubstr("cannot be compressed"));
  EXPECT_THAT(refuse("missing/out.txt").what(), HasSubstr("missing"));
}

TEST(Augment, AFailureLeavesNothing) {
  const Scratch folder;
  EXPECT_THROW(augment_vectors(Model(small_model()), {"no such corpus"}, folder.path("out")),
               Error);
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Augment, OnlyTheOutputRemains) {
  const Augmented augmented(seen(1));
  EXPECT_THAT(augmented.folder.names(), ElementsAre("corpus", "out.txt"));
}

TEST(Augment, ThreadsDoNotMatter) {
  std::string corpus;
  for (int i = 0; i < 400; ++i)
    corpus += "the sweet w" + std::to_string(i % 90) + " of citrus m" + std::to_string(i % 7) +
              " melon\n";
  const auto bytes = [&](int threads) {
    AugmentOptions options = seen(1);
    options.index.threads = threads;
    return Augmented(options, "out.txt", corpus).folder.content("out.txt");
  };
  const std::string expected = bytes(1);
  EXPECT_THAT(expected, StartsWith("117 4\n"));
  EXPECT_EQ(bytes(2), expected);
  EXPECT_EQ(bytes(4), expected);
}

TEST(Augment, TheReportListsWordsWithNeighbors) {
  AugmentOptions options = seen(3);
  options.neighbors = 2;
  const Augmented augmented(options);
  const NewWord& pomelo = augmented.result.words.at(0);
  ASSERT_EQ(pomelo.nearest.size(), 2);
  write_report(augmented.result, augmented.folder.path("r.tsv"));
  EXPECT_EQ(augmented.folder.content("r.tsv"),
            "word\tcount\toutcome\talpha\tconfidence\tcontext_words\tnearest\n"
            "pomelo\t3\tadded\t" +
                fmt::format("{:.4f}\t{:.4f}\t10\t{}, {}\n", pomelo.alpha, *pomelo.confidence,
                            pomelo.nearest[0], pomelo.nearest[1]));
  write_report(augmented.result, augmented.folder.path("r.jsonl"));
  const auto json = nlohmann::json::parse(augmented.folder.content("r.jsonl"));
  EXPECT_EQ(json["word"], "pomelo");
  EXPECT_EQ(json["nearest"].size(), 2);
}

TEST(Augment, AReportInTsvHasNoControlCharacters) {
  AugmentResult result{VectorFormat::glove, 0, {}, {}, {}};
  result.words.resize(1);
  result.words[0].word = "a\tb";
  const Scratch folder;
  write_report(result, folder.path("r"));
  EXPECT_THAT(folder.content("r"), HasSubstr("\na b\t0\tnot inferred\t0.0000\t\t0\t\n"));
}

TEST(Augment, TextsAreReadAsAFileOfLinesIs) {
  const std::vector<std::string> texts = {"The sweet pomelo is a citrus fruit.", "", "\xFF",
                                          "A thick pomelo, a sweet durian.", "Durian ice cream."};
  const Augmented expected(seen(1), "out.txt", lines_of(texts));
  ASSERT_EQ(expected.result.count(Outcome::added), 3U);
  for (const int threads : {1, 2, 4}) {
    const Scratch folder;
    AugmentOptions options = seen(1);
    options.index.threads = threads;
    const AugmentResult result =
        augment_vectors(expected.model, source_of(texts), folder.path("out.txt"), options);
    EXPECT_EQ(folder.content("out.txt"), expected.folder.content("out.txt"));
    EXPECT_EQ(result.totals.lines, 5U);
    EXPECT_EQ(result.totals.bad_lines, 1U);
  }
}

TEST(Augment, WhatTheTextsThrowLeavesTheOutput) {
  const Scratch folder;
  const std::string output = folder.file("out.txt", "old");
  for (const int threads : {1, 4}) {
    AugmentOptions options = seen(1);
    options.index.threads = threads;
    EXPECT_THROW(augment_vectors(Model(small_model()), failing_after(3), output, options),
                 NoMoreTexts);
    EXPECT_EQ(folder.content("out.txt"), "old");
    EXPECT_THAT(folder.names(), ElementsAre("out.txt"));
  }
}

}  // namespace
}  // namespace oovec
