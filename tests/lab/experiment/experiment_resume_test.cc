// An experiment that is run again does what is left, and nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/lab/experiment/experiment_fixture.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

TEST_F(ExperimentTest, AFinishedOneDoesNothing) {
  run();
  const std::string before = scratch_.content("out/results.json");
  Watcher watcher;
  EXPECT_THAT(run(&watcher).made, IsEmpty());
  EXPECT_THAT(watcher.steps, IsEmpty());
  EXPECT_EQ(scratch_.content("out/results.json"), before);
}

TEST_F(ExperimentTest, OnlyWhatIsMissingIsMadeAgain) {
  run();
  for (const char* name : {"report.html", "words.csv", "work/dn/avg.json", "work/contexts.ctx",
                           "work/models/gated-2.oovec"}) {
    const std::string before = scratch_.content(std::string("out/") + name);
    fs::remove(scratch_.path(std::string("out/") + name));
    EXPECT_THAT(run().made, ElementsAre(name));
    EXPECT_TRUE(scratch_.content(std::string("out/") + name) == before) << name;
  }
}

TEST_F(ExperimentTest, WhatDependsOnAChangeIsMadeAgain) {
  run();
  scratch_.file("sim.txt", "a\tb\t1\n" + scratch_.content("sim.txt"));
  const std::vector<std::string> made = run().made;
  EXPECT_THAT(made, IsSupersetOf({"work/wordsim/avg.json", "work/wordsim/gated-2.json",
                                  "results.json", "report.html", "wordsim.csv"}));
  for (const std::string& name : made) {
    EXPECT_THAT(name, Not(HasSubstr(".oovec")));
    EXPECT_THAT(name, Not(HasSubstr("work/dn")));
  }

  set_config(R"(["avg", "alacarte", {"model": "form", TRAIN}, {"model": "context", TRAIN},
                 {"model": "gated", "learning-rate": 0.02, TRAIN}])");
  std::vector<std::string> models;
  for (const std::string& name : run().made)
    if (name.ends_with(".oovec")) models.push_back(name);
  EXPECT_THAT(models,
              UnorderedElementsAre("work/models/gated-1.oovec", "work/models/gated-2.oovec"));
}

TEST_F(ExperimentTest, OneThatIsStoppedAgainAndAgainComesToTheSame) {
  run();
  Json expected = results();
  fs::remove_all(scratch_.path("out"));
  std::size_t runs = 0;
  for (bool stopped = true; stopped; ++runs) {
    Watcher watcher;
    watcher.stop_after = 12;
    stopped = run(&watcher).stopped;
    ASSERT_LT(runs, 1000U);
  }
  EXPECT_GT(runs, 20U);
  Json found = results();
  found.erase("timings");
  expected.erase("timings");
  EXPECT_EQ(found, expected);
}

TEST_F(ExperimentTest, DataAreCalledWhatTheConfigCallsThem) {
  set_config(R"(["avg"])");
  run();
  fs::rename(scratch_.path("sim.txt"), scratch_.path("likeness.txt"));
  std::string config = scratch_.content("config.json");
  config.replace(config.find("sim.txt"), 7, "likeness.txt");
  scratch_.file("config.json", config);
  run();
  EXPECT_EQ(results().at("wordsim")[0].at("data"), "likeness.txt");
}

TEST_F(ExperimentTest, TablesOfDataThatAreGoneAreRemoved) {
  set_config(R"(["avg"])");
  run();
  ASSERT_TRUE(fs::exists(scratch_.path("out/crw.csv")));
  std::string config = scratch_.content("config.json");
  config.replace(config.find("\"crw\": \"crw\","), 13, "");
  scratch_.file("config.json", config);
  run();
  EXPECT_FALSE(fs::exists(scratch_.path("out/crw.csv")));
  EXPECT_TRUE(fs::exists(scratch_.path("out/dn.csv")));
}

TEST_F(ExperimentTest, SystemsAreLearnedAgainOnlyIfWhatTheyReadHasChanged) {
  const std::string systems =
      R"(["alacarte", {"model": "mimick", "epochs": 1, "hidden": 3, "words": 0},
          {"model": "fasttext", "epochs": 1, "dimension": 5, "buckets": 100}])";
  const auto models_made = [&] {
    std::vector<std::string> models;
    for (const std::string& name : run().made)
      if (name.starts_with("work/models/")) models.push_back(name);
    return models;
  };
  set_config(systems);
  EXPECT_EQ(models_made().size(), 5U);
  set_config(systems, R"(, "index": {"per-word": 9})");
  EXPECT_THAT(models_made(), ElementsAre("work/models/alacarte.oovec"));

  std::string config = scratch_.content("config.json");
  config.replace(config.find("[\"<i>\"]"), 7, "[\"another context\"]");
  scratch_.file("config.json", config);
  EXPECT_THAT(models_made(), IsEmpty());
}

TEST_F(ExperimentTest, SentencesCanBeAddedToOneThatWasStopped) {
  const std::string systems = R"([{"model": "gated", TRAIN}])";
  const std::string sentences = add_sentences();
  set_config(systems, sentences);
  run();
  Json expected = results();
  fs::remove_all(scratch_.path("out"));

  set_config(systems);
  while (!fs::exists(scratch_.path("out/work/models/gated-1.oovec.checkpoint"))) {
    Watcher watcher;
    watcher.stop_after = 12;
    ASSERT_TRUE(run(&watcher).stopped);
  }
  set_config(systems, sentences);
  EXPECT_FALSE(run().stopped);
  Json found = results();
  found.erase("timings");
  expected.erase("timings");
  EXPECT_EQ(found, expected);
}

TEST_F(ExperimentTest, TablesOfOthersAreKept) {
  fs::create_directories(scratch_.path("out"));
  scratch_.file("out/sentences.csv", "mine");
  set_config(R"(["avg"])");
  run();
  EXPECT_EQ(scratch_.content("out/sentences.csv"), "mine");
}

}  // namespace
}  // namespace oovec::lab
