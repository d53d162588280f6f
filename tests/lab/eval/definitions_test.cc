#include "lab/eval/definitions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "lab/baselines/given_vectors.h"
#include "oovec/base/error.h"
#include "oovec/base/random.h"
#include "tests/lab/eval/data.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

// East, north and between them; "pomelo" points north-east.
ModelParts definitions_compass(Composition composition = Composition::context) {
  return plain_model(make_embeddings({"east", "north", "pomelo", "rather", "west"}, 2,
                                     {1, 0, 0, 1, 1, 1, 2, 1, -1, 0}),
                     composition);
}

Definitions open_definitions(std::string_view bytes, const Model& model,
                             DevSetOptions options = {}) {
  return {data_of(bytes), model.weighted_vectors(), model.text(), options};
}

std::vector<std::size_t> ranks_of(std::string_view bytes, const Model& model) {
  return open_definitions(bytes, model).ranks(model);
}

TEST(Definitions, RankTheTrueVectorAmongAllWords) {
  const Model model(definitions_compass());
  EXPECT_THAT(ranks_of("pomelo\t___ is east and north\n"  // its own direction
                       "pomelo\t___ is east\n"            // east, rather, pomelo
                       "west\t___ is not east\n",         // the very last
                       model),
              ElementsAre(1, 3, 5));
}

TEST(Definitions, TellHowLongInferredVectorsAre) {
  const Model model(definitions_compass());
  const InferredLengths lengths =
      open_definitions("pomelo\t___ is east\nwest\tunheard\n", model).lengths(model);
  EXPECT_EQ(lengths.inferred->median, typical_length(model.vectors()));
  EXPECT_NEAR(lengths.truth->median, (std::sqrt(2) + 1) / 2, 1e-6);
}

TEST(Definitions, DoNotCountWordsThatAreAsNear) {
  const Model model(plain_model(make_embeddings({"a", "b", "c"}, 2, {1, 0, 2, 0, 0, 1})));
  EXPECT_THAT(ranks_of("a\tb\n", model), ElementsAre(1));
}

TEST(Definitions, LeaveOutTheWordItself) {
  const Model model(definitions_compass());
  EXPECT_THAT(ranks_of("west\tWest, or west: ___ is like east, not west\n", model), ElementsAre(5));
}

TEST(Definitions, UseTheWeightsOfWords) {
  ModelParts parts = definitions_compass();
  parts.word_weights = {0.125F, 1, 1, 1, 1};
  const Model model(parts);
  EXPECT_THAT(ranks_of("pomelo\t___ is east and north\n", model),
              ElementsAre(2));  // north is first
}

TEST(Definitions, GiveTheWorstRankWhereNothingCanBeInferred) {
  const Model model(definitions_compass());
  EXPECT_THAT(ranks_of("pomelo\t___ is quite unknown\n", model), ElementsAre(5));
}

TEST(Definitions, GiveTheWorstRankToAVectorOfZeros) {
  const Model model(definitions_compass());
  EXPECT_THAT(ranks_of("pomelo\t___ is east and west\n", model), ElementsAre(5));
}

TEST(Definitions, GiveTheWorstRankToAModelThatDiverged) {
  ModelParts parts = definitions_compass();
  parts.parameters.front() = std::numeric_limits<float>::quiet_NaN();
  const Model model(parts);
  EXPECT_THAT(ranks_of("pomelo\t___ is east\n", model), ElementsAre(5));
}

TEST(Definitions, UseTheFormToo) {
  const Model model(definitions_compass(Composition::form));
  EXPECT_THAT(ranks_of("pomelo\t___\nwest\t___ is east\n", model), ElementsAre(3, 5));
}

TEST(Definitions, AreScoredByMeanReciprocalRank) {
  const Model model(definitions_compass());
  const Definitions definitions = open_definitions(
      "pomelo\t___ is east and north\nunheard\t___ is east\nwest\t___ is east\n"
      "north\t___ is north or pomelo\n",
      model);
  const DevScore score = definitions.score(model);
  EXPECT_DOUBLE_EQ(score.value, (1 + 1 / 5.0 + 1 / 3.0) / 3);
  EXPECT_THAT(score.details, ElementsAre(Pair("median rank", 3), Pair("MRR", score.value),
                                         Pair("words", 3), Pair("left out", 1)));
}

TEST(Ranks, AreSummarizedWithIntervalsAroundTheFigures) {
  std::vector<std::size_t> ranks;
  for (std::size_t i = 1; i <= 100; ++i) ranks.push_back(i);
  const RankSummary summary = summarize(ranks);
  EXPECT_EQ(summary.median, 50.5);
  EXPECT_NEAR(summary.mrr, 0.0518737751763962, 1e-15);  // the 100th harmonic number / 100
  EXPECT_GT(summary.median_interval.low, 35);
  EXPECT_LT(summary.median_interval.low, summary.median);
  EXPECT_GT(summary.median_interval.high, summary.median);
  EXPECT_LT(summary.median_interval.high, 65);
  EXPECT_LT(summary.mrr_interval.low, summary.mrr);
  EXPECT_GT(summary.mrr_interval.high, summary.mrr);
}

TEST(Definitions, HoldOutEachWordOnceInItsNormalSpelling) {
  const Model model(definitions_compass());
  EXPECT_THAT(open_definitions("West\t___\neast\t___\nwest\t___\nother\t___\n", model).words(),
              ElementsAre("east", "west"));
}

TEST(Definitions, AreListedInTheOrderOfTheFile) {
  const Model model(definitions_compass());
  const Definitions definitions = open_definitions("west\t___\nother\t___\neast\t___\n", model);
  ASSERT_EQ(definitions.size(), 2);
  EXPECT_EQ(definitions.word(0), "west");
  EXPECT_EQ(definitions.word(1), "east");
  EXPECT_EQ(definitions.left_out(), 1);
}

TEST(Definitions, AreRefusedIfNoWordHasAVector) {
  const Model model(definitions_compass());
  const Error error = error_of([&] { open_definitions("other\t___\nanother\t___\n", model); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("test: none of the 2 words has a vector"));
}

TEST(Definitions, AreRefusedWithTheLineThatIsNotOne) {
  const Model model(definitions_compass());
  EXPECT_THAT(error_of([&] { open_definitions("east\t___\n\nwest ___\n", model); }).what(),
              HasSubstr("test:3: 1 fields where 2 are expected: a word and a sentence"));
  EXPECT_THAT(error_of([&] { open_definitions("east\t___\teast\n", model); }).what(),
              HasSubstr("test:1: 3"));
  EXPECT_THAT(error_of([&] { open_definitions("east\t\n", model); }).what(),
              HasSubstr("test:1: 1 fields"));
}

TEST(Definitions, AreNotForModelsWithOtherVectors) {
  const Model model(definitions_compass());
  const Definitions definitions = open_definitions("east\t___\n", model);
  const Model other(plain_model(make_embeddings({"east"}, 2, {1, 0})));
  EXPECT_THROW((void)definitions.score(other), std::logic_error);
}

// Words w0 … w199, each defined by some others.
std::string arbitrary_definitions(Random& random) {
  std::string text;
  for (int i = 0; i < 200; ++i) {
    text += 'w' + std::to_string(i) + "\t___";
    for (int j = 0; j < 12; ++j) text += " w" + std::to_string(random.below(200));
    text += '\n';
  }
  return text;
}

TEST(Definitions, HaveTheSameScoreForAnyNumberOfThreads) {
  Random random(7);
  std::vector<std::string> words;
  std::vector<float> values;
  for (int i = 0; i < 200; ++i) words.push_back('w' + std::to_string(i));
  for (int i = 0; i < 200 * 10; ++i) values.push_back(random.unit() - 0.5F);
  const Model model(plain_model(make_embeddings(words, 10, values)));
  const std::string text = arbitrary_definitions(random);
  const auto ranks_with = [&](int threads) {
    DevSetOptions options;
    options.threads = threads;
    return open_definitions(text, model, options).ranks(model);
  };
  const auto expected = ranks_with(1);
  EXPECT_EQ(expected.size(), 200);
  EXPECT_EQ(ranks_with(2), expected);
  EXPECT_EQ(ranks_with(4), expected);
}

TEST(Definitions, OfAnyBytesAreRefusedOrScored) {
  const Model model(definitions_compass());
  const std::string good = "west\t___ is \xC3\xA9t\xC3\xA9 or east\r\n\neast\t___\n";
  EXPECT_TRUE(rc::check([&] {
    std::string bytes = good;
    const auto changes = *rc::gen::inRange(1, 3);
    for (int i = 0; i < changes; ++i)
      bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] =
          *rc::gen::element('\t', '\n', '\r', '#', '_', ' ', 'w', '\0', '\x80', '\xC3');
    try {
      for (const std::size_t rank : open_definitions(bytes, model).ranks(model))
        RC_ASSERT(rank >= 1 && rank <= 5);
    } catch (const Error& error) {
      RC_TAG("refused");
    }
  }));
}

TEST(Definitions, RankVectorsMadeElsewhere) {
  const TemporaryFolder folder;
  const auto space = definitions_compass().vectors;
  const GivenVectors given(folder.write("mine.txt", "pomelo 1 1\nNORTH 1 0\n"), space,
                           Model(definitions_compass()).text());
  const Definitions definitions(data_of("pomelo\t___\nwest\t___\nnorth\t___\n"),
                                given.weighted_vectors(), given.text(), {});
  const auto [ranks, not_inferred] = definitions.rank(given);
  EXPECT_THAT(ranks, ElementsAre(1, 5, 4));
  EXPECT_THAT(not_inferred, ElementsAre("west"));
  check_held_out(definitions, given, "mine", "");  // does not throw: who made them must know

  const GivenVectors other(folder.write("other.txt", "pomelo 1 1 1\n"), space, given.text());
  const Definitions of_other(data_of("pomelo\t___\n"), other.weighted_vectors(), other.text(), {});
  EXPECT_THAT(error_of([&] { (void)of_other.rank(other); }).what(), HasSubstr("has 3 dimensions"));
}

}  // namespace
}  // namespace oovec::lab
