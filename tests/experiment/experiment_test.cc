#include "oovec/experiment/experiment.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "oovec/eval/definitions.h"
#include "oovec/eval/rare_words.h"
#include "oovec/experiment/definition_results.h"
#include "oovec/experiment/examples.h"
#include "oovec/experiment/files.h"
#include "oovec/model/explain_html.h"
#include "oovec/vectors/format.h"
#include "tests/support/language.h"
#include "tests/support/scratch.h"
#include "tests/support/vectors.h"

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

  // A task whose sentences have twelve unknown words; returns what the config has to say of it.
  std::string add_sentences() {
    fs::create_directories(scratch_.path("task"));
    for (const std::size_t topic : {0, 1}) {
      std::string sentences;
      for (int i = 0; i < 12; ++i)
        sentences += "new" + std::to_string(i) + " " + language_.sentence(topic) + "\n";
      scratch_.file("task/" + std::to_string(topic) + ".txt", sentences);
    }
    return R"(, "sentences": "task")";
  }

  ExperimentSummary run(ExperimentMonitor* monitor = nullptr) {
    return run_experiment(scratch_.path("config.json"), scratch_.path("out"), {.threads = 2},
                          monitor);
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
    check_held_out(definitions, model, "gated", "");
    const std::vector<std::size_t> ranks = definitions.ranks(model);
    const RankSummary summary = summarize(ranks);
    const Json& figures = gated.at("seeds")[seed];
    EXPECT_EQ(figures.at("ranks").get<std::vector<std::size_t>>(), ranks);
    EXPECT_EQ(figures.at("median_rank").get<double>(), summary.median);
    EXPECT_EQ(figures.at("mrr_95")[1].get<double>(), summary.mrr_interval.high);

    const RareWords rare(read_items(scratch_.path("crw/pairs.txt")), scratch_.path("crw/context"),
                         model.weighted_vectors(), model.text(), {});
    check_held_out(rare, model, "gated", "");
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

TEST_F(ExperimentTest, ExamplesAreExplainedAsExplainDoes) {
  run();
  const Json example = results().at("examples").at("words")[0];
  const Model model(scratch_.path("out/work/models/gated-1.oovec"));
  const std::string definition = read_items(scratch_.path("dn.txt")).lines.front().text;
  const std::vector<std::string> contexts = {definition.substr(definition.find('\t') + 1)};
  const Explanation expected = explain(model, language_.words()[0], contexts);
  EXPECT_GT(expected.context_share, 0);
  EXPECT_EQ(explanation_fragment(explanation_of(example)), explanation_fragment(expected));
}

TEST_F(ExperimentTest, SystemsAreEvaluatedOnWhatTheyCanDo) {
  const std::string more = add_sentences();
  set_config(R"(["none", "nonce2vec", {"model": "mimick", "epochs": 1, "hidden": 3, "words": 0},
                 {"model": "fasttext", "epochs": 1, "dimension": 5, "buckets": 100},
                 {"model": "gated", TRAIN}])",
             more);
  run();
  const Json found = results();
  const auto names = [](const Json& systems) {
    std::vector<std::string> list;
    for (const Json& system : systems) list.push_back(system.at("name"));
    return list;
  };
  EXPECT_THAT(names(found.at("dn").at("systems")), ElementsAre("nonce2vec", "mimick", "gated"));
  EXPECT_THAT(names(found.at("crw").at("systems")),
              ElementsAre("nonce2vec", "mimick", "fasttext", "gated"));
  const std::vector<std::string> all = {"none", "nonce2vec", "mimick", "fasttext", "gated"};
  EXPECT_EQ(names(found.at("wordsim")[0].at("systems")), all);
  EXPECT_EQ(names(found.at("sentences").at("tasks")[0].at("systems")), all);
  EXPECT_EQ(names(found.at("sentences").at("means")), all);
  const std::string page = scratch_.content("out/report.html");
  EXPECT_THAT(page, HasSubstr("id=\"sentences\""));
  EXPECT_THAT(page, HasSubstr("No vectors of words as contexts were given"));

  const Embeddings fasttext =
      read_vectors(scratch_.path("out/work/models/fasttext-1.bin")).embeddings;
  EXPECT_TRUE(fasttext.find(language_.words()[2]));
  EXPECT_FALSE(fasttext.find(language_.words()[0]));  // a test word

  for (const char* name : {"mimick-1.mimick", "fasttext-1.bin"})
    fs::copy(scratch_.path(std::string("out/work/models/") + name), scratch_.path(name));
  set_config(R"(["mimick-1.mimick", "fasttext-1.bin"])", more);
  run();
  const Json files = results();
  EXPECT_EQ(files.at("dn").at("systems").size(), 1U);
  EXPECT_EQ(files.at("dn").at("systems")[0].at("seeds")[0].at("ranks"),
            found.at("dn").at("systems")[1].at("seeds")[0].at("ranks"));
  EXPECT_EQ(files.at("crw").at("systems")[1].at("seeds")[0].at("rho"),
            found.at("crw").at("systems")[2].at("seeds")[0].at("rho"));
  EXPECT_FALSE(files.contains("examples"));  // there is nothing to explain of these
}

TEST_F(ExperimentTest, UnknownWordsOfSentencesHaveTheContextsOfTheCorpus) {
  const std::string sentences = add_sentences();
  scratch_.file("corpus.txt", scratch_.content("corpus.txt") + "new3 " + language_.sentence(0) +
                                  "\n" + "new7 " + language_.sentence(1) + "\n");
  const std::string systems = R"(["avg", "alacarte"])";
  set_config(systems);
  run();
  set_config(systems, sentences);
  EXPECT_THAT(run().made, Not(Contains("work/models/alacarte.oovec")));  // it needs no other words
  const Json system = results().at("sentences").at("tasks")[0].at("systems")[0];
  EXPECT_EQ(system.at("unknown"), 12);
  EXPECT_EQ(system.at("inferred"), 2);
  EXPECT_THAT(scratch_.content("out/report.html"), HasSubstr("of contexts from the corpus"));
}

TEST_F(ExperimentTest, WordsAreGroupedByStemForWantOfOtherGroups) {
  scratch_.file("vectors.txt", "walk 1 0\nwalks 1 1\nred 0 1\n");
  scratch_.file("dn.txt", "walk\t___ red\nred\t___ walk\n");
  scratch_.file("config.json", R"({"vectors": "vectors.txt", "dn": "dn.txt", "systems": ["avg"]})");
  run();
  EXPECT_THAT(results().at("dn").at("groups"), ElementsAre("stem is known", "stem is new"));
}

TEST_F(ExperimentTest, ASystemThatNothingCanBeSaidOfIsRefused) {
  scratch_.file("config.json",
                R"({"vectors": "vectors.txt", "dn": "dn.txt", "systems": ["avg", "none"]})");
  EXPECT_THROW(run(), Error);
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
  EXPECT_EQ(results().at("dn").at("systems")[0].at("seen"), 1);
  EXPECT_THAT(scratch_.content("out/report.html"),
              HasSubstr("has learned from 1 of the test words"));
  set_config(R"(["mine.oovec"])");
  EXPECT_THROW(run(), Error);
}

TEST_F(ExperimentTest, SystemsThatWouldShareAFileAreRefused) {
  set_config(R"([{"model": "gated", TRAIN}, {"name": "gated-2", "model": "avg"}])");
  EXPECT_THROW(run(), Error);
}

TEST_F(ExperimentTest, BadDataAreFoundBeforeWorkIsDone) {
  for (const char* name : {"dn.txt", "sim.txt", "crw/pairs.txt", "groups.txt"}) {
    const std::string good = scratch_.content(name);
    scratch_.file(name, good + "one field\n");
    Watcher watcher;
    EXPECT_THROW(run(&watcher), Error) << name;
    EXPECT_THAT(watcher.steps, IsEmpty());
    scratch_.file(name, good);
  }
}

TEST_F(ExperimentTest, TheFolderMustHaveAName) {
  EXPECT_THROW(run_experiment(scratch_.path("config.json"), ""), Error);
}

TEST_F(ExperimentTest, PairsThatNoSystemKnowsAreNoReasonToStop) {
  scratch_.file("sim.txt", "qq1\tqq2\t1\nqq3\tqq4\t2\n");
  set_config(R"(["avg"])");
  run();
  const Json system = results().at("wordsim")[0].at("systems")[0];
  EXPECT_EQ(system.at("pairs"), 0);
  EXPECT_EQ(system.at("left_out"), 2);
  EXPECT_EQ(system.at("rho_95"), Json({0.0, 0.0}));
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

TEST_F(ExperimentTest, ContextVectorsAreForThoseThatNeedThem) {
  set_config(R"(["avg", "nonce2vec"])");
  run();
  const Json before = results();
  std::vector<float> values(language_.vectors()->size() * language_.vectors()->dimension());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 7) - 3;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < language_.vectors()->size(); ++i)
    words.emplace_back(language_.vectors()->word(i));
  write_vectors(make_embeddings(words, language_.vectors()->dimension(), values),
                scratch_.path("contexts.txt"));
  set_config(R"(["avg", "nonce2vec"])", R"(, "context-vectors": "contexts.txt")");
  const std::vector<std::string> made = run().made;
  EXPECT_THAT(made, Contains("work/dn/nonce2vec.json"));
  EXPECT_THAT(made, Not(Contains("work/dn/avg.json")));
  EXPECT_NE(results().at("dn").at("systems")[1].at("mrr"),
            before.at("dn").at("systems")[1].at("mrr"));
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
