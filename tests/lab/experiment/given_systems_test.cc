#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/lab/experiment/experiment_fixture.h"
#include "tests/support/error_of.h"

namespace oovec::lab {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// Systems whose vectors were made elsewhere.
class GivenSystemsTest : public ExperimentTest {
 protected:
  // Vectors of every third word of the language, from the `first`; all numbers are made up.
  std::string made_up(std::size_t first, std::size_t dimension) {
    std::string text;
    for (std::size_t word = first; word < language_.words().size(); word += 3) {
      text += language_.words()[word];
      for (std::size_t i = 0; i < dimension; ++i)
        text += " " + std::to_string((word * 31 + i * 17) % 11 + 1);
      text += "\n";
    }
    return text;
  }

  std::size_t dimension() { return language_.vectors()->dimension(); }

  std::vector<std::string> names(const Json& systems) {
    std::vector<std::string> list;
    for (const Json& system : systems) list.push_back(system.at("name"));
    return list;
  }
};

TEST_F(GivenSystemsTest, AreEvaluatedBesideTheOthers) {
  scratch_.file("mine.txt", made_up(0, dimension()));
  set_config(R"(["avg", "mine.txt"])");
  run();
  const Json found = results();
  const Json& mine = found.at("dn").at("systems")[1];
  EXPECT_EQ(mine.at("name"), "mine");
  EXPECT_TRUE(mine.at("seen").is_null());
  EXPECT_EQ(mine.at("not_inferred").at("words"), 0);  // definitions are of each thirtieth word
  EXPECT_EQ(found.at("systems")[1].at("model"), "mine.txt");
  EXPECT_EQ(found.at("systems")[1].at("kind"), "file");

  // The rare words are others.
  EXPECT_EQ(names(found.at("crw").at("systems")), std::vector<std::string>{"avg"});
  EXPECT_EQ(found.at("unanswered")[0], Json({{"system", "mine"}, {"measure", "crw"}}));

  // The same name with other vectors is another system.
  std::string more = "new";
  for (std::size_t i = 0; i < dimension(); ++i) more += " 1";
  scratch_.file("mine.txt", made_up(0, dimension()) + more + "\n");
  const std::vector<std::string> made = run().made;
  EXPECT_THAT(made, Contains("work/dn/mine.json"));
  EXPECT_THAT(made, Not(Contains("work/dn/avg.json")));
}

TEST_F(GivenSystemsTest, MayBeByTheNumberOfContexts) {
  fs::create_directories(scratch_.path("mine"));
  for (const int count : {1, 2, 4, 8, 16, 32, 64, 128})
    scratch_.file("mine/" + std::to_string(count) + ".txt", made_up(1, dimension()));
  set_config(R"(["avg", {"name": "by-number", "file": "mine"}])");
  run();
  const Json found = results();
  EXPECT_EQ(names(found.at("crw").at("systems")), (std::vector<std::string>{"avg", "by-number"}));
  EXPECT_EQ(found.at("crw").at("systems")[1].at("not_inferred").at("words"), 0);
  EXPECT_EQ(names(found.at("wordsim")[0].at("systems")), std::vector<std::string>{"avg"});
  EXPECT_EQ(names(found.at("dn").at("systems")), std::vector<std::string>{"avg"});

  fs::remove(scratch_.path("mine/8.txt"));
  EXPECT_THAT(error_of([&] { run(); }).what(), HasSubstr("no vectors for 8 sentences"));
}

TEST_F(GivenSystemsTest, OfAnotherDimensionNeedASpaceOfTheirOwn) {
  scratch_.file("mine.txt", made_up(0, 3) + made_up(1, 3) + made_up(2, 3));
  set_config(R"(["avg", {"file": "mine.txt"}])");
  EXPECT_THAT(error_of([&] { run(); }).what(), HasSubstr("with \"own-space\": true its words"));
  set_config(R"(["avg", {"file": "mine.txt", "own-space": true}])", add_sentences());
  run();
  const Json found = results();
  EXPECT_EQ(names(found.at("dn").at("systems")), std::vector<std::string>{"avg"});
  EXPECT_EQ(found.at("crw").at("systems")[1].at("answered"), found.at("crw").at("pairs"));
  EXPECT_EQ(found.at("wordsim")[0].at("systems")[1].at("pairs"), 2);
  EXPECT_EQ(found.at("sentences").at("means").size(), 2U);
}

TEST_F(GivenSystemsTest, ModelsHaveNoSpaceOfTheirOwn) {
  set_config(R"(["avg", "alacarte"])");
  run();
  fs::copy(scratch_.path("out/work/models/alacarte.oovec"), scratch_.path("m.oovec"));
  set_config(R"(["avg", {"file": "m.oovec", "own-space": true}])");
  EXPECT_THAT(error_of([&] { run(); }).what(), HasSubstr("leave out \"own-space\""));
}

}  // namespace
}  // namespace oovec::lab
