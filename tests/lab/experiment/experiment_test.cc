#include "lab/experiment/experiment.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/eval/definitions.h"
#include "lab/eval/rare_words.h"
#include "lab/experiment/assets.h"
#include "lab/experiment/definition_results.h"
#include "oovec/corpus/context_index.h"
#include "oovec/model/assets.h"
#include "oovec/model/explain_json.h"
#include "oovec/model/neighbors.h"
#include "tests/lab/experiment/experiment_fixture.h"
#include "tests/support/vectors.h"

namespace oovec::lab {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST_F(ExperimentTest, MakesResultsTablesAndReport) {
  const ExperimentSummary summary = run();
  EXPECT_FALSE(summary.stopped);
  EXPECT_EQ(summary.report, scratch_.path("out/report.html"));
  for (const char* name :
       {"results.json", "report.html", "dn.csv", "words.csv", "crw.csv", "groups.csv",
        "rank-differences.csv", "wordsim.csv", "comparisons.csv", "tables.tex", "timings.csv"}) {
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
  EXPECT_GT(expected.inferred->context_share, 0);
  const Neighborhoods found = find_neighbors(model, expected.word, *expected.inferred, 5);
  const Json explanation =
      Json::parse(explanation_json(expected, neighbor_words(model, found.joint)));
  for (const auto& [key, value] : explanation.items()) EXPECT_EQ(example.at(key), value) << key;
  EXPECT_EQ(example.at("joint").at("neighbors")[0].at("word"), explanation.at("nearest")[0]);
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
  EXPECT_TRUE(report().contains("sentences"));
  EXPECT_EQ(report().at("lacks_context_vectors"), true);

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
  EXPECT_TRUE(report().at("config").contains("corpus"));
}

TEST_F(ExperimentTest, WordsAreGroupedByStemForWantOfOtherGroups) {
  scratch_.file("vectors.txt", "walk 1 0\nwalks 1 1\nred 0 1\n");
  scratch_.file("dn.txt", "walk\t___ red\nred\t___ walk\n");
  scratch_.file("config.json", R"({"vectors": "vectors.txt", "dn": "dn.txt", "systems": ["avg"]})");
  run();
  EXPECT_THAT(results().at("dn").at("groups"), ElementsAre("stem is known", "stem is new"));
}

// tests/cli/experiment_test.py looks at what a browser shows of it.
TEST_F(ExperimentTest, TheReportLoadsNothingAndEscapesWords) {
  run();
  const std::string page = scratch_.content("out/report.html");
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("\\u003cb\\u003enew"));
  EXPECT_EQ(report().at("examples").at("words")[1].at("word"), "<b>new");
  std::string own = page;  // D3 has addresses, but loads nothing
  own.erase(page.find(d3_js()), d3_js().size());
  for (const char* outside : {" src=", " href=\"h", "url(", "@import", "<link", "<b>new", "<i><"})
    EXPECT_THAT(own, Not(HasSubstr(outside))) << outside;
  for (const std::string_view part : {style_css(), elements_js(), tables_js(), comparison_js(),
                                      charts_js(), explanation_js(), report_js()})
    EXPECT_THAT(page, HasSubstr(std::string(part)));
  EXPECT_THAT(page, HasSubstr("<noscript>"));
}

TEST_F(ExperimentTest, TheReportHoldsTheResultsAndThePapersFigures) {
  run();
  Json expected = results(), found = report();
  for (const char* key : {"dn", "crw", "wordsim", "examples", "systems", "inputs", "timings"})
    EXPECT_TRUE(found.contains(key)) << key;
  EXPECT_EQ(found.at("paper").at("definitions").back().at("mrr"), "0.17537");
  EXPECT_EQ(found.at("lacks_context_vectors"), false);
  const Json& avg = found.at("dn").at("systems")[0];
  EXPECT_EQ(avg.at("type"), "C");
  EXPECT_TRUE(avg.at("mrr_deviation").is_null());
  const Json& gated = found.at("dn").at("systems")[4];
  EXPECT_EQ(gated.at("type"), "S&C");
  const Json& seeds = gated.at("seeds");
  EXPECT_NEAR(
      gated.at("mrr_deviation").get<double>(),
      std::abs(seeds[0].at("mrr").get<double>() - seeds[1].at("mrr").get<double>()) / std::sqrt(2),
      1e-12);
  // All else is as in the results.
  for (Json& system : found.at("dn").at("systems"))
    for (const char* key : {"type", "median_rank_deviation", "mrr_deviation"}) system.erase(key);
  for (Json& system : expected.at("dn").at("systems"))
    for (Json& seed : system.at("seeds"))
      for (const char* key : {"ranks", "alphas"}) seed.erase(key);
  EXPECT_EQ(found.at("sources")[0].at("measure"), "dn");
  for (const char* key : {"paper", "lacks_context_vectors", "sources"}) found.erase(key);
  EXPECT_EQ(found, expected);
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

TEST_F(ExperimentTest, SystemsAreComparedOnThePairsThatAllCanAnswer) {
  const std::string& known = language_.words()[5];
  scratch_.file("sim.txt", known + "\tqq1\t9\n" + known + "\t" + language_.words()[7] + "\t2\n" +
                               known + "\t" + language_.words()[9] + "\t3\n" + known +
                               "\tqq2\t4\n");
  std::string mine;
  for (const char* word : {"qq1", "other"}) {
    mine += word;
    for (std::size_t i = 0; i < language_.vectors()->dimension(); ++i)
      mine += " " + std::to_string(i % 3);
    mine += "\n";
  }
  scratch_.file("mine.txt", mine);
  set_config(R"(["avg", "mine.txt"])");
  run();
  const Json found = results().at("wordsim")[0];
  EXPECT_EQ(found.at("pairs"), 4);
  EXPECT_EQ(found.at("common_pairs"), 2);
  const Json &avg = found.at("systems")[0], &given = found.at("systems")[1];
  EXPECT_EQ(avg.at("rho"), given.at("rho"));
  EXPECT_EQ(avg.at("pairs"), 2);
  EXPECT_EQ(given.at("pairs"), 3);
  EXPECT_EQ(given.at("inferred"), 1);
  EXPECT_EQ(given.at("left_out"), 1);
  EXPECT_NE(given.at("rho_of_own_pairs"), given.at("rho"));
  EXPECT_EQ(avg.at("rho_of_own_pairs"), avg.at("rho"));
}

TEST_F(ExperimentTest, SystemsAreTestedAgainstTheBestOrTheBaseline) {
  set_config(R"(["avg", "alacarte"])");
  run();
  const Json found = results();
  const Json& systems = found.at("dn").at("systems");
  const bool second = systems[1].at("mrr") > systems[0].at("mrr");
  const Json &best = systems[second ? 1 : 0], &other = systems[second ? 0 : 1];
  EXPECT_TRUE(best.at("comparison").is_null());
  EXPECT_EQ(other.at("comparison").at("against"), best.at("name"));
  const Json& summary = found.at("summary")[0];
  EXPECT_EQ(summary.at("best"), best.at("name"));
  EXPECT_EQ(summary.at("next"), other.at("name"));
  EXPECT_EQ(summary.at("p"), other.at("comparison").at("p"));
  EXPECT_EQ(found.at("summary").size(), 3U);

  set_config(R"(["avg", "alacarte"])", R"(, "baseline": "avg", "title": "Mine & yours")");
  run();
  EXPECT_EQ(results().at("dn").at("systems")[1].at("comparison").at("against"), "avg");
  EXPECT_EQ(report().at("title"), "Mine & yours");
  EXPECT_THAT(scratch_.content("out/tables.tex"), HasSubstr("Mine \\& yours"));
}

// Notes the tasks that it is told of.
class TaskRecorder : public Progress {
 public:
  void start(std::string_view task, std::optional<std::uint64_t>) override {
    tasks.emplace_back(task);
  }
  void advance(std::uint64_t) override {}
  void finish() override {}

  std::vector<std::string> tasks;
};

class RecordingWatcher : public Watcher {
 public:
  Progress* reading() override { return &recorder; }

  TaskRecorder recorder;
};

TEST_F(ExperimentTest, StepsThatTakeLongTellOfTheirProgress) {
  set_config(R"(["alacarte", {"model": "mimick", "epochs": 1, "hidden": 3, "words": 0}])",
             add_sentences());
  RecordingWatcher watcher;
  run(&watcher);
  for (const char* task :
       {"adding up contexts", "training Mimick", "evaluating", "classifying task"})
    EXPECT_THAT(watcher.recorder.tasks, Contains(task));
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

TEST_F(ExperimentTest, RankDifferencesAreOfModelsThatDifferInNothingElse) {
  set_config(R"([{"model": "form", TRAIN}, {"model": "gated", TRAIN},
                 {"name": "slow", "model": "single", "learning-rate": 0.001, TRAIN},
                 {"name": "other", "model": "gated", "ngram-max": 4, TRAIN}])");
  run();
  std::vector<std::string> pairs;
  const Json found = results();
  for (const Json& item : found.at("dn").at("rank_differences"))
    pairs.push_back(item.at("from").get<std::string>() + " " + item.at("to").get<std::string>());
  EXPECT_THAT(pairs, ElementsAre("form gated", "form slow"));
}

TEST_F(ExperimentTest, AnIndexCanTakeThePlaceOfTheCorpus) {
  const std::string systems = R"(["avg", "alacarte", {"model": "gated", TRAIN}])";
  set_config(systems, R"(, "index": {"per-word": 7})");
  run();
  const Json expected = results().at("dn").at("systems");
  fs::copy(scratch_.path("out/work/contexts.ctx"), scratch_.path("given.ctx"));
  EXPECT_EQ(ContextIndex(scratch_.path("given.ctx")).settings().per_word, 7U);
  fs::remove_all(scratch_.path("out"));
  set_config(systems);
  std::string config = scratch_.content("config.json");
  const std::string corpus = R"("corpus": "corpus.txt")";
  config.replace(config.find(corpus), corpus.size(), R"("contexts": "given.ctx")");
  scratch_.file("config.json", config);
  EXPECT_THAT(run().made, Not(Contains("work/contexts.ctx")));
  EXPECT_EQ(results().at("dn").at("systems"), expected);
}

TEST_F(ExperimentTest, TheBestEpochIsThatOfTheDevelopmentData) {
  scratch_.file("dev.txt", language_.words()[7] + "\t___ " + language_.sentence(0) + "\n");
  set_config(R"([{"model": "gated", TRAIN}])", R"(, "dev": "dev.txt")");
  run();
  const Model model(scratch_.path("out/work/models/gated-1.oovec"));
  EXPECT_TRUE(model.settings().training.contains("score"));
  EXPECT_EQ(model.has_learned_from(language_.words()[7]), false);
  EXPECT_EQ(report().at("config").at("dev"), "dev.txt");
}

TEST_F(ExperimentTest, TheVectorsOfFasttextAreHeldAgainstThePapersOwn) {
  set_config(R"([{"model": "fasttext", "epochs": 1, "dimension": 5, "buckets": 100}])");
  run();
  EXPECT_EQ(results().at("fasttext_vectors"), false);
  fs::copy(scratch_.path("out/work/models/fasttext-1.bin"), scratch_.path("v.bin"));
  scratch_.file("config.json", R"({"vectors": "v.bin", "systems": ["v.bin"], "crw": "crw"})");
  run();
  EXPECT_EQ(results().at("fasttext_vectors"), true);
  EXPECT_EQ(results().at("systems")[0].at("model"), "fasttext");
  EXPECT_EQ(report().at("fasttext_vectors"), true);
  EXPECT_EQ(report().at("paper").at("on_fasttext")[0],
            Json({{"model", "fasttext"}, {"rho", 0.496}}));
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
}  // namespace oovec::lab
