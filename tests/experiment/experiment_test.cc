#include "oovec/experiment/experiment.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "oovec/eval/definitions.h"
#include "oovec/eval/rare_words.h"
#include "oovec/experiment/definition_results.h"
#include "oovec/experiment/files.h"
#include "oovec/vectors/format.h"
#include "tests/support/language.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

namespace fs = std::filesystem;

// Notes the steps, and stops when asked to.
class Watcher : public ExperimentMonitor {
 public:
  void begin(const ExperimentStep& step) override { steps.push_back(step.what); }
  bool stop() override { return asked_++ >= stop_after; }

  std::vector<std::string> steps;
  std::size_t stop_after = static_cast<std::size_t>(-1);

 private:
  std::size_t asked_ = 0;
};

class ExperimentTest : public testing::Test {
 protected:
  ExperimentTest() {
    write_vectors(*language_.vectors(), scratch_.path("vectors.txt"));
    scratch_.file("corpus.txt", language_.corpus(5000));
    std::string definitions, groups;
    fs::create_directories(scratch_.path("crw/context"));
    std::string pairs;
    for (std::size_t i = 0; i < language_.words().size(); i += 30) {
      const std::string& word = language_.words()[i];
      definitions += word + "\t___ " + language_.sentence(language_.topic(i)) + "\n";
      groups += word + "\t" + (i % 60 == 0 ? "even" : "odd") + "\n";
    }
    for (std::size_t i = 1; i < language_.words().size(); i += 90) {
      const std::string& rare = language_.words()[i];
      pairs += language_.words()[i + 3] + "\t" + rare + "\t" + std::to_string(i % 7) + "\n";
      scratch_.file("crw/context/" + rare + ".txt", language_.sentence(language_.topic(i)) + "\n" +
                                                        language_.sentence(language_.topic(i)) +
                                                        "\n");
    }
    scratch_.file("dn.txt", definitions);
    scratch_.file("groups.txt", groups);
    scratch_.file("crw/pairs.txt", pairs);
    scratch_.file("sim.txt", language_.words()[5] + "\t" + language_.words()[9] + "\t1\n" +
                                 language_.words()[7] + "\t" + language_.words()[8] + "\t2\n");
    set_config(R"(["avg", "alacarte", {"model": "form", TRAIN}, {"model": "context", TRAIN},
                   {"model": "gated", TRAIN}])");
  }

  void set_config(std::string systems, const std::string& more = "") {
    const std::string train =
        R"("epochs": 2, "batch": 16, "sentences": 5, "min-count": 10, "calibration": 20)";
    for (std::size_t at = 0; (at = systems.find("TRAIN")) != std::string::npos;)
      systems.replace(at, 5, train);
    if (const std::size_t at = systems.find("\"alacarte\""); at != std::string::npos)
      systems.replace(at, 10, R"({"model": "alacarte", "min-count": 10})");
    scratch_.file("config.json",
                  R"({"vectors": "vectors.txt", "corpus": "corpus.txt", "seeds": [1, 2],
                      "dn": "dn.txt", "crw": "crw", "wordsim": "sim.txt", "groups": "groups.txt",
                      "examples": [{"word": ")" +
                      language_.words()[0] + R"("}, {"word": "<b>new", "contexts": ["<i>"]}],
                      "systems": )" +
                      systems + more + "}");
  }

  ExperimentSummary run(ExperimentMonitor* monitor = nullptr) {
    return run_experiment(scratch_.path("config.json"), scratch_.path("out"), 2, monitor);
  }

  Json results() { return read_json(scratch_.path("out/results.json")); }

  Language language_;
  Scratch scratch_;
};

TEST_F(ExperimentTest, MakesResultsTablesAndReport) {
  const ExperimentSummary summary = run();
  EXPECT_FALSE(summary.stopped);
  EXPECT_EQ(summary.report, scratch_.path("out/report.html"));
  for (const char* name : {"results.json", "report.html", "dn.csv", "words.csv", "crw.csv",
                           "groups.csv", "rank-differences.csv", "wordsim.csv", "timings.csv"}) {
    EXPECT_TRUE(fs::exists(scratch_.path(std::string("out/") + name))) << name;
    EXPECT_THAT(summary.made, Contains(name));
  }
  EXPECT_EQ(results().at("dn").at("systems").size(), 5U);
  EXPECT_EQ(results().at("dn").at("systems")[4].at("seeds").size(), 2U);
  EXPECT_EQ(results().at("examples").at("words").size(), 2U);
  for (const auto& entry : fs::recursive_directory_iterator(scratch_.path("out")))
    EXPECT_THAT(entry.path().string(), Not(HasSubstr("checkpoint")));
}

TEST_F(ExperimentTest, FiguresAreThoseOfTheModels) {
  run();
  const Json found = results();
  const Json& gated = found.at("dn").at("systems")[4];
  for (const std::size_t seed : {0, 1}) {
    const Model model(
        scratch_.path("out/work/models/gated-" + std::to_string(seed + 1) + ".oovec"));
    const Definitions definitions(read_items(scratch_.path("dn.txt")), model.weighted_vectors(),
                                  model.text(), {});
    check_held_out(definitions, model, "gated");
    const std::vector<std::size_t> ranks = definitions.ranks(model);
    const RankSummary summary = summarize(ranks);
    const Json& figures = gated.at("seeds")[seed];
    EXPECT_EQ(figures.at("ranks").get<std::vector<std::size_t>>(), ranks);
    EXPECT_EQ(figures.at("median_rank").get<double>(), summary.median);
    EXPECT_EQ(figures.at("mrr_95")[1].get<double>(), summary.mrr_interval.high);

    const RareWords rare(read_items(scratch_.path("crw/pairs.txt")), scratch_.path("crw/context"),
                         model.weighted_vectors(), model.text(), {});
    check_held_out(rare, model, "gated");
    EXPECT_EQ(found.at("crw").at("systems")[4].at("seeds")[seed].at("rho")[1].get<double>(),
              rare.correlations(model)[0][1]);
  }
  const Json& avg = found.at("dn").at("systems")[0];
  EXPECT_EQ(avg.at("mrr"), avg.at("seeds")[0].at("mrr"));
  EXPECT_EQ(avg.at("mrr_95"), avg.at("seeds")[0].at("mrr_95"));
  EXPECT_DOUBLE_EQ(gated.at("mrr").get<double>(), (gated.at("seeds")[0].at("mrr").get<double>() +
                                                   gated.at("seeds")[1].at("mrr").get<double>()) /
                                                      2);
}

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

TEST_F(ExperimentTest, TheReportLoadsNothingAndEscapesWords) {
  run();
  std::string page = scratch_.content("out/report.html");
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;new"));
  for (const char* outside : {" src=", " href=\"h", "url(", "@import", "<link", "<b>new", "<i><"})
    EXPECT_THAT(page.substr(0, page.find("<footer>")), Not(HasSubstr(outside))) << outside;
  for (const char* part : {"Definitional Nonce", "0.17537", "Contextual Rare Words", "Examples",
                           "Form or context", "What combining does", "Groups of words",
                           "Word similarity", "Inputs and timings", "\"kind\":\"lines\""})
    EXPECT_THAT(page, HasSubstr(part));
}

TEST_F(ExperimentTest, ModelsThatHaveSeenTestWordsAreRefused) {
  run();
  fs::copy(scratch_.path("out/work/models/form-1.oovec"), scratch_.path("mine.oovec"));
  set_config(R"(["mine.oovec"])");
  EXPECT_FALSE(run().stopped);
  scratch_.file("dn.txt", scratch_.content("dn.txt") + language_.words()[2] + "\t___\n");
  EXPECT_THROW(run(), Error);
  set_config(R"(["mine.oovec"])", R"(, "allow-seen": true)");
  EXPECT_FALSE(run().stopped);
}

TEST(RankBuckets, ADifferenceIsInTheNearest) {
  const auto bucket = [](std::int64_t difference) {
    return rank_buckets[nearest_bucket(difference)];
  };
  EXPECT_EQ(bucket(0), 0);
  EXPECT_EQ(bucket(5), 0);
  EXPECT_EQ(bucket(6), 10);
  EXPECT_EQ(bucket(-6), -10);
  EXPECT_EQ(bucket(-54), -10);
  EXPECT_EQ(bucket(56), 100);
  EXPECT_EQ(bucket(300000), 10000);
  EXPECT_EQ(bucket(-300000), -10000);
}

}  // namespace
}  // namespace oovec
