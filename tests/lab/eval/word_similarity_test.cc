#include "lab/eval/word_similarity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/baselines/given_vectors.h"
#include "oovec/base/error.h"
#include "tests/lab/eval/data.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

// East, north and what lies between; of n-grams there is "pom", which points east.
Model word_similarity_compass(Composition composition = Composition::form) {
  return Model(plain_model(
      make_embeddings({"east", "north", "rather", "west"}, 2, {1, 0, 0, 1, 2, 1, -1, 0}),
      composition));
}

WordSimilarity::Result evaluate(std::string_view pairs, const Model& model) {
  return WordSimilarity(data_of(pairs)).evaluate(model);
}

TEST(WordSimilarity, CorrelatesCosinesWithScores) {
  const auto found = evaluate("east\teast\t9\nEast\trather\t8\neast\tnorth\t5\neast\twest\t0\n",
                              word_similarity_compass());
  EXPECT_EQ(found.rho, 1);
  EXPECT_EQ(found.pairs, 4U);
  EXPECT_EQ(found.inferred, 0U);
  EXPECT_EQ(found.left_out, 0U);
}

TEST(WordSimilarity, WordsAreFoundAsTextsSpellThem) {
  const auto found =
      evaluate("East's\teast\t9\nEAST\tnorth’s\t5\neast\twest\t0\n", word_similarity_compass());
  EXPECT_EQ(found.pairs, 3U);
  EXPECT_EQ(found.inferred, 0U);
}

TEST(WordSimilarity, WordsWithoutVectorAreInferredFromTheirForm) {
  const auto found =
      evaluate("pom\teast\t9\npom\tnorth\t5\npom\twest\t0\n", word_similarity_compass());
  EXPECT_EQ(found.rho, 1);
  EXPECT_EQ(found.inferred, 3U);
}

TEST(WordSimilarity, PairsOfWhichNothingIsKnownAreLeftOut) {
  const auto found =
      evaluate("east\teast\t9\nzzz\teast\t1\neast\tnorth\t5\n", word_similarity_compass());
  EXPECT_EQ(found.pairs, 2U);
  EXPECT_EQ(found.left_out, 1U);
  EXPECT_EQ(evaluate("pom\teast\t9\n", word_similarity_compass(Composition::context)).pairs, 0U);
}

TEST(WordSimilarity, FieldsMayBeSeparatedByBlanks) {
  EXPECT_EQ(evaluate("east east 9\neast north 5\n", word_similarity_compass()).pairs, 2U);
}

TEST(WordSimilarity, LinesOfAnotherFormAreRefused) {
  EXPECT_THAT(error_of([] { WordSimilarity(data_of("east\tnorth\n")); }).what(),
              HasSubstr("test:1: 2 fields"));
  EXPECT_THAT(error_of([] { WordSimilarity(data_of("a b 1\neast north near\n")); }).what(),
              HasSubstr("test:2: the score \"near\""));
}

TEST(WordSimilarity, SaysWhichPairsAndWordsAreLeftOut) {
  const WordSimilarity pairs(data_of("east\teast\t9\nzzz\teast\t1\nzzz\tyyy\t5\n"));
  const WordSimilarity::Cosines found = pairs.cosines(word_similarity_compass());
  EXPECT_THAT(found.values, ElementsAre(Optional(1), std::nullopt, std::nullopt));
  EXPECT_THAT(found.not_inferred, ElementsAre("zzz", "yyy"));
  EXPECT_THAT(pairs.scores(), ElementsAre(9, 1, 5));
  EXPECT_EQ(pairs.words(), 3U);
}

TEST(WordSimilarity, VectorsMadeElsewhereFillUpTheirSpace) {
  const TemporaryFolder folder;
  const Model model = word_similarity_compass();
  const GivenVectors given(folder.write("mine.txt", "pomelo 1 0\n"), model.parts().vectors,
                           model.text());
  const WordSimilarity pairs(data_of("pomelo east 9\npomelo west 1\neast north 5\nzzz east 3\n"));
  const WordSimilarity::Result found = pairs.evaluate(given);
  EXPECT_EQ(found.rho, 1);
  EXPECT_EQ(found.inferred, 2U);
  EXPECT_EQ(found.left_out, 1U);
}

}  // namespace
}  // namespace oovec::lab
