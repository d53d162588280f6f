#include "lab/eval/chimeras.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/baselines/given_vectors.h"
#include "oovec/base/error.h"
#include "tests/lab/eval/data.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Model chimeras_compass(Composition composition = Composition::context) {
  return Model(plain_model(
      make_embeddings({"east", "north", "rather", "west"}, 2, {1, 0, 0, 1, 2, 1, -1, 0}),
      composition));
}

std::vector<double> correlations(std::string_view bytes, const Model& model) {
  return Chimeras(data_of(bytes), model.weighted_vectors(), model.text()).correlations(model);
}

TEST(Chimeras, CorrelateRatingsWithCosines) {
  EXPECT_THAT(correlations("1\ta ___ is East @@ east ___\teast,rather,north,west\t4,3,2,1\n"
                           "2\ta ___ is west @@ ___\teast,rather,north,west\t4,3,2,1\n",
                           chimeras_compass()),
              ElementsAre(1, -1));
}

TEST(Chimeras, ProbesWithoutVectorAreLeftOut) {
  EXPECT_THAT(correlations("1\t___ east\teast,zzz,west\t4,9,1.5\n", chimeras_compass()),
              ElementsAre(1));
}

TEST(Chimeras, WordsWithoutTwoDifferentRatingsAreLeftOut) {
  const Model model = chimeras_compass();
  const Chimeras chimeras(data_of("1\t___ east\teast,west\t2,2\n2\t___ east\teast,zzz\t1,2\n"
                                  "3\t___ east\teast,west\t1,2\n"),
                          model.weighted_vectors(), model.text());
  EXPECT_EQ(chimeras.size(), 1U);
  EXPECT_EQ(chimeras.left_out(), 2U);
}

TEST(Chimeras, CountAsZeroWhereNothingCanBeInferred) {
  const std::string_view data = "pom\t___ east\teast,west\t2,1\n";
  EXPECT_THAT(correlations(data, chimeras_compass(Composition::form)), ElementsAre(0));
  EXPECT_THAT(correlations("1\tzzz ___\teast,west\t2,1\n", chimeras_compass()), ElementsAre(0));
}

TEST(Chimeras, LinesOfAnotherFormAreRefused) {
  const auto error = [](std::string_view line) {
    return std::string(error_of([&] { correlations(line, chimeras_compass()); }).what());
  };
  EXPECT_THAT(error("1\t___\teast\n"), HasSubstr("test:1: 3 fields"));
  EXPECT_THAT(error("1\t___\teast,west\t1\n"), HasSubstr("test:1: 2 probes but 1 ratings"));
  EXPECT_THAT(error("1\t___\teast,west\t1,b\n"), HasSubstr("test:1: the score \"b\""));
  EXPECT_THAT(error("1\t___\tzzz,west\t1,2\n"), HasSubstr("no word has two probes"));
}

TEST(Chimeras, VectorsMadeElsewhereAreFoundByTheIdAndTheNumberOfSentences) {
  const TemporaryFolder folder;
  folder.write("mine/1.txt", "7 1 0\n");
  folder.write("mine/2.txt", "7 -1 0\n");
  const Model model = chimeras_compass();
  const GivenVectors given(folder.path() + "/mine", model.parts().vectors, model.text());
  const Chimeras chimeras(
      data_of("7\t___\teast,west\t2,1\n7\t___ @@ ___\teast,west\t2,1\n8\t___\teast,west\t2,1\n"),
      given.weighted_vectors(), given.text());
  const auto [found, not_inferred] = chimeras.score(given);
  EXPECT_THAT(found, ElementsAre(1, -1, 0));
  EXPECT_THAT(not_inferred, ElementsAre("8"));
}

}  // namespace
}  // namespace oovec::lab
