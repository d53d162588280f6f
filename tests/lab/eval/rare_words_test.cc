#include "lab/eval/rare_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "lab/baselines/given_vectors.h"
#include "oovec/base/error.h"
#include "oovec/base/random.h"
#include "tests/lab/eval/data.h"

namespace oovec::lab {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

ModelParts rare_words_compass(Composition composition = Composition::context) {
  return plain_model(
      make_embeddings({"east", "north", "south", "west"}, 2, {1, 0, 0, 1, 0, -1, -1, 0}),
      composition);
}

// Pairs and contexts in a folder.
class RareWordsTest : public testing::Test {
 protected:
  void add_contexts(const std::string& word, std::string_view sentences) {
    folder_.write("context/" + word + ".txt", sentences);
  }

  RareWords open(std::string_view pairs, const Model& model, DevSetOptions options = {}) const {
    return {data_of(pairs), folder_.path() + "/context", model.weighted_vectors(), model.text(),
            options};
  }

  RareWords::Correlations correlations(std::string_view pairs, const Model& model) const {
    return open(pairs, model).correlations(model).front();
  }

  // One word per direction.
  void add_directions() {
    add_contexts("oriental", "toward the east\n\n");
    add_contexts("polar", "toward the north\n\n");
    add_contexts("austral", "toward the south\n\n");
  }

  TemporaryFolder folder_;
};

TEST_F(RareWordsTest, TellHowLongInferredVectorsAre) {
  add_directions();
  const Model model(rare_words_compass());
  const std::string pairs = "east\toriental\t9\nnorth\tpolar\t5\n";
  const InferredLengths lengths = open(pairs, model).lengths(model);
  EXPECT_NEAR(lengths.inferred->low, 1, 1e-6);
  EXPECT_NEAR(lengths.inferred->high, 1, 1e-6);
  EXPECT_EQ(lengths.truth, std::nullopt);  // no rare word has a vector
}

TEST_F(RareWordsTest, CorrelateCosinesWithScores) {
  add_directions();
  const Model model(rare_words_compass());
  EXPECT_THAT(correlations("east\toriental\t9\neast\tpolar\t5\nnorth\taustral\t1\n", model),
              Each(1));
  EXPECT_THAT(correlations("east\toriental\t1\neast\tpolar\t5\nnorth\taustral\t9\n", model),
              Each(-1));
}

TEST_F(RareWordsTest, ShareRanksAmongEqualCosines) {
  add_directions();
  const Model model(rare_words_compass());
  // Cosines 1, 0, 0 with ranks 3, 1.5, 1.5; scores 3, 2, 1.
  for (const double rho :
       correlations("east\toriental\t9\neast\tpolar\t5\neast\taustral\t1\n", model))
    EXPECT_NEAR(rho, 0.8660254037844387, 1e-12);  // scipy.stats.spearmanr([9, 5, 1], [1, 0, 0])
}

TEST_F(RareWordsTest, LeaveOutTheWordItself) {
  add_contexts("west", "west is east\n");
  add_contexts("polar", "north\n");
  const Model model(rare_words_compass());
  EXPECT_THAT(correlations("east\twest\t2\neast\tpolar\t1\n", model), Each(1));
}

TEST_F(RareWordsTest, InferAFirstWordWithoutVectorFromItsContexts) {
  add_directions();
  add_contexts("sunrise", "seen in the east\n");
  const Model model(rare_words_compass());
  EXPECT_THAT(correlations("sunrise\toriental\t3\nsunrise\tpolar\t2\nnorth\taustral\t1\n", model),
              Each(1));
}

TEST_F(RareWordsTest, InferAFirstWordWithoutVectorAndContextsFromItsForm) {
  add_directions();
  ModelParts parts = rare_words_compass(Composition::single);
  const Model model(parts);  // "pom" points east
  EXPECT_THAT(correlations("pomelo\toriental\t3\npomelo\tpolar\t2\nnorth\taustral\t1\n", model),
              Each(1));
}

TEST_F(RareWordsTest, CountACosineOfZeroWhereNothingCanBeInferred) {
  add_directions();
  add_contexts("vague", "nobody knows\n");
  const Model model(rare_words_compass());
  EXPECT_THAT(correlations("east\toriental\t3\neast\tvague\t2\nnorth\taustral\t1\n", model),
              Each(1));
  EXPECT_THAT(correlations("east\toriental\t3\nunheard\tpolar\t2\nnorth\taustral\t1\n", model),
              Each(1));
  EXPECT_THAT(correlations("east\toriental\t3\na/b\tpolar\t2\nnorth\taustral\t1\n", model),
              Each(1));
}

TEST_F(RareWordsTest, CountACosineOfZeroWhereAModelDiverged) {
  add_directions();
  ModelParts parts = rare_words_compass();
  parts.parameters[0] = std::numeric_limits<float>::quiet_NaN();
  parts.parameters[3] = 1e30F;
  const Model model(parts);
  EXPECT_THAT(correlations("east\toriental\t3\neast\tpolar\t2\nnorth\taustral\t1\n", model),
              Each(0));
}

TEST_F(RareWordsTest, CountACorrelationOfZeroWhereAllCosinesAreEqual) {
  add_directions();
  const Model model(rare_words_compass());
  EXPECT_THAT(correlations("east\tpolar\t2\neast\taustral\t1\n", model), Each(0));
}

TEST_F(RareWordsTest, AreScoredByTheMeanCorrelation) {
  add_directions();
  const Model model(rare_words_compass());
  const RareWords rare = open("east\toriental\t9\neast\tpolar\t5\neast\taustral\t1\n", model);
  const DevScore score = rare.score(model);
  EXPECT_NEAR(score.value, 0.8660254037844387, 1e-12);
  ASSERT_EQ(score.details.size(), 8);
  EXPECT_EQ(score.details.front().first, "ρ@1");
  EXPECT_EQ(score.details.back().first, "ρ@128");
  EXPECT_NEAR(score.details.back().second, 0.8660254037844387, 1e-12);
}

TEST_F(RareWordsTest, HoldOutTheSecondWords) {
  add_directions();
  const Model model(rare_words_compass());
  EXPECT_THAT(open("east\tpolar\t2\nunheard\taustral\t1\nwest\tpolar\t1\n", model).words(),
              ElementsAre("austral", "polar"));
}

// 40 words with 150 sentences of one word each.
class SamplesTest : public RareWordsTest {
 protected:
  SamplesTest() {
    const char* directions[] = {"east\n", "north\n", "south\n", "west\n"};
    Random random(5);
    for (int i = 0; i < 40; ++i) {
      const std::string word = "rare" + std::to_string(i);
      std::string sentences;
      for (int j = 0; j < 150; ++j) sentences += directions[random.below(4)];
      add_contexts(word, sentences);
      pairs_.push_back("east\t" + word + '\t' + std::to_string(random.below(10)) + '\n');
    }
  }

  std::string pairs() const {
    std::string text;
    for (const std::string& pair : pairs_) text += pair;
    return text;
  }

  std::vector<std::string> pairs_;
  Model model_{rare_words_compass()};
};

TEST_F(SamplesTest, DifferFromTrialToTrialAndSeedToSeed) {
  DevSetOptions options;
  options.trials = 2;
  const auto trials = open(pairs(), model_, options).correlations(model_);
  ASSERT_EQ(trials.size(), 2);
  EXPECT_NE(trials[0], trials[1]);
  options.seed = 2;
  EXPECT_NE(open(pairs(), model_, options).correlations(model_)[0], trials[0]);
}

TEST(Correlations, AreSummarizedByNumberOfSentences) {
  std::vector<RareWords::Correlations> trials(2);
  trials[0][3] = 0.25;
  trials[1][3] = 0.75;
  const auto spreads = summarize(trials);
  EXPECT_EQ(spreads[2].mean, 0);
  EXPECT_EQ(spreads[3].mean, 0.5);
  EXPECT_DOUBLE_EQ(spreads[3].deviation, std::sqrt(0.125));
}

TEST_F(SamplesTest, OfATrialDoNotDependOnHowManyThereAre) {
  DevSetOptions options;
  options.trials = 3;
  EXPECT_EQ(open(pairs(), model_, options).correlations(model_).front(),
            open(pairs(), model_).correlations(model_).front());
}

TEST_F(SamplesTest, DoNotDependOnTheOtherPairs) {
  const auto before = open(pairs(), model_).correlations(model_);
  std::reverse(pairs_.begin(), pairs_.end());
  const auto after = open(pairs(), model_).correlations(model_);
  for (std::size_t c = 0; c < RareWords::counts.size(); ++c)
    EXPECT_NEAR(after[0][c], before[0][c], 1e-12);
}

TEST_F(SamplesTest, AreTheSameForAnyNumberOfThreads) {
  DevSetOptions options;
  options.threads = 1;
  const auto expected = open(pairs(), model_, options).correlations(model_);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    EXPECT_EQ(open(pairs(), model_, options).correlations(model_), expected);
  }
}

// Either sentence may come first; both together are the same from every seed.
TEST_F(RareWordsTest, InferFromAllSentencesIfThereAreFewer) {
  add_contexts("few", "east\neast north\n");
  add_contexts("half", "east north\n");
  const Model model(rare_words_compass());
  DevSetOptions options;
  for (options.seed = 1; options.seed < 10; ++options.seed) {
    const auto rho = open("east\tfew\t2\neast\thalf\t1\n", model, options).correlations(model)[0];
    EXPECT_THAT(std::vector<double>(rho.begin() + 1, rho.end()), Each(1));
  }
}

TEST_F(RareWordsTest, AreRefusedWithoutAFileOfContexts) {
  add_directions();
  const Model model(rare_words_compass());
  const Error error = error_of([&] { open("east\tpolar\t2\neast\tunheard\t1\n", model); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr("context/unheard.txt: No such file"));
}

TEST_F(RareWordsTest, AreRefusedWithAnEmptyFileOfContexts) {
  add_directions();
  add_contexts("silent", "\n \n");
  const Model model(rare_words_compass());
  const Error error = error_of([&] { open("east\tpolar\t2\neast\tsilent\t1\n", model); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("context/silent.txt holds no sentence"));
}

TEST_F(RareWordsTest, AreRefusedWithContextsThatAreNotUtf8) {
  add_directions();
  add_contexts("latin", "fine\nna\xEFve\n");
  const Model model(rare_words_compass());
  const Error error = error_of([&] { open("east\tpolar\t2\neast\tlatin\t1\n", model); });
  EXPECT_THAT(error.what(), HasSubstr("context/latin.txt:2: not UTF-8"));
}

TEST_F(RareWordsTest, AreRefusedWithTheLineThatIsNoPair) {
  add_directions();
  const Model model(rare_words_compass());
  const auto message = [&](std::string_view pairs) {
    return std::string(error_of([&] { open(pairs, model); }).what());
  };
  EXPECT_THAT(message("east\tpolar\t2\neast\tpolar\n"), HasSubstr("test:2: 2 fields where 3"));
  EXPECT_THAT(message("east\tpolar\tmuch\n"),
              HasSubstr("test:1: the score \"much\" is not a number"));
  EXPECT_THAT(message("east\tpolar\t2,5\n"), HasSubstr("\"2,5\" is not a number"));
  EXPECT_THAT(message("east\tpolar\tnan\n"), HasSubstr("\"nan\" is not a number"));
  EXPECT_THAT(message("east\tpolar\t1e999\n"), HasSubstr("\"1e999\" is not a number"));
  EXPECT_THAT(message("\neast\t../pairs\t1\n"),
              HasSubstr("test:2: \"../pairs\" cannot be the name"));
}

TEST_F(RareWordsTest, AreRefusedUnlessScoresDiffer) {
  add_directions();
  const Model model(rare_words_compass());
  const Error error = error_of([&] { open("east\tpolar\t2\nwest\taustral\t2\n", model); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("test: at least two pairs with different scores"));
}

TEST_F(RareWordsTest, AreNotForModelsWithOtherVectors) {
  add_directions();
  const Model model(rare_words_compass());
  const RareWords rare = open("east\tpolar\t2\nwest\taustral\t1\n", model);
  const Model other(plain_model(make_embeddings({"east"}, 2, {1, 0})));
  EXPECT_THROW((void)rare.score(other), std::logic_error);
}

TEST_F(RareWordsTest, VectorsMadeElsewhereAreByTheNumberOfSentences) {
  add_directions();
  const Model model(rare_words_compass());
  for (const std::size_t count : RareWords::counts)
    folder_.write("mine/" + std::to_string(count) + ".txt",
                  count < 16 ? "oriental 1 0\npolar 0 1\n" : "oriental 0 1\npolar 1 0\n");
  const auto open_mine = [&] {
    return GivenVectors(folder_.path() + "/mine", model.parts().vectors, model.text());
  };
  const RareWords rare = open("east\toriental\t9\neast\tpolar\t5\nnorth\taustral\t7\n", model);
  const RareWords::Answers answers = rare.answer(open_mine());
  EXPECT_THAT(answers.trials.front().front(), ElementsAre(1, 0, 0));
  EXPECT_THAT(answers.trials.front().back(), ElementsAre(0, 1, 0));
  EXPECT_THAT(answers.not_inferred, ElementsAre("austral"));
  EXPECT_EQ(answers.answered, 2U);
  EXPECT_EQ(rare.inferred_words(), 3U);

  std::filesystem::remove(folder_.path() + "/mine/4.txt");
  EXPECT_THAT(error_of([&] { (void)rare.answer(open_mine()); }).what(),
              HasSubstr("mine has no vectors for 4 sentences; add 4.txt"));
}

TEST_F(RareWordsTest, VectorsOfAnyDimensionAreComparedWithEachOther) {
  add_directions();
  const GivenVectors given(folder_.write("mine.txt", "east 1 0 0\noriental 1 0 0\npolar 0 1 0\n"),
                           nullptr, {});
  const RareWords rare(data_of("east\toriental\t9\neast\tpolar\t5\n"), folder_.path() + "/context",
                       given.weighted_vectors(), given.text(), {});
  EXPECT_THAT(rare.correlations(given).front(), Each(1));
}

}  // namespace
}  // namespace oovec::lab
