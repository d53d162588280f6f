// What is wrong with an experiment is said before any work is done.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/baselines/alacarte.h"
#include "oovec/base/error.h"
#include "tests/lab/experiment/experiment_fixture.h"
#include "tests/support/vectors.h"

namespace oovec::lab {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

class RefusalTest : public ExperimentTest {
 protected:
  // What is said of an experiment that is refused.
  std::string refusal() {
    Watcher watcher;
    const Error error = error_of([&] { run(&watcher); });
    EXPECT_THAT(watcher.steps, IsEmpty());
    return error.what();
  }
};

TEST_F(RefusalTest, ASystemThatNothingCanBeSaidOfIsRefused) {
  scratch_.file("config.json",
                R"({"vectors": "vectors.txt", "dn": "dn.txt", "systems": ["avg", "none"]})");
  EXPECT_THAT(refusal(), HasSubstr("no test data apply to none"));
}

TEST_F(RefusalTest, ModelsThatHaveSeenTestWordsAreRefused) {
  run();
  fs::copy(scratch_.path("out/work/models/form-1.oovec"), scratch_.path("mine.oovec"));
  set_config(R"(["mine.oovec"])");
  EXPECT_FALSE(run().stopped);
  scratch_.file("dn.txt", scratch_.content("dn.txt") + language_.words()[2] + "\t___\n");
  const std::string said = "has learned from 1 of the";
  EXPECT_THAT(refusal(), AllOf(HasSubstr(said), HasSubstr("\"allow-seen\": true")));
  set_config(R"(["mine.oovec"])", R"(, "allow-seen": true)");
  EXPECT_FALSE(run().stopped);
  EXPECT_EQ(results().at("dn").at("systems")[0].at("seen"), 1);
  EXPECT_EQ(report().at("dn").at("systems")[0].at("seen"), 1);
  set_config(R"(["mine.oovec"])");
  EXPECT_THAT(refusal(), HasSubstr(said));
}

TEST_F(RefusalTest, SystemsThatWouldShareAFileAreRefused) {
  set_config(R"([{"model": "gated", TRAIN}, {"name": "gated-2", "model": "avg"}])");
  EXPECT_THAT(refusal(), HasSubstr("two systems are called gated-2"));
}

TEST_F(RefusalTest, BadDataAreFoundBeforeWorkIsDone) {
  for (const char* name : {"dn.txt", "sim.txt", "crw/pairs.txt", "groups.txt"}) {
    const std::string good = scratch_.content(name);
    scratch_.file(name, good + "one field\n");
    EXPECT_THAT(refusal(), HasSubstr(name));
    scratch_.file(name, good);
  }
}

TEST_F(RefusalTest, TheFolderMustHaveAName) {
  const Error error = error_of([&] { run_experiment(scratch_.path("config.json"), ""); });
  EXPECT_THAT(error.what(), HasSubstr("has no name"));
}

TEST_F(RefusalTest, ModelsThatDoNotTellWhatTheyHaveLearnedFromAreMarked) {
  const std::size_t k = language_.vectors()->dimension();
  scratch_.file("matrix", std::string(k * k * sizeof(float), '\0'));
  write_model(read_alacarte(language_.vectors(), scratch_.path("matrix")),
              scratch_.path("mine.oovec"));
  set_config(R"(["mine.oovec"])");
  EXPECT_THAT(refusal(), HasSubstr("does not record"));
  set_config(R"(["mine.oovec"])", R"(, "allow-seen": true)");
  run();
  EXPECT_TRUE(results().at("dn").at("systems")[0].at("seen").is_null());
  EXPECT_TRUE(report().at("dn").at("systems")[0].at("seen").is_null());
}

TEST_F(RefusalTest, InputsAreNotWrittenOver) {
  const std::string groups = scratch_.content("groups.txt");
  scratch_.file("groups.csv", groups);
  const ExperimentOptions options{.threads = 2, .groups = scratch_.path("groups.csv")};
  const Error error =
      error_of([&] { run_experiment(scratch_.path("config.json"), scratch_.path("."), options); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("groups.csv would be overwritten"));
  EXPECT_EQ(scratch_.content("groups.csv"), groups);
}

TEST_F(RefusalTest, GroupsOfOtherWords) {
  scratch_.file("groups.txt", "unheard\tof\n");
  EXPECT_THAT(refusal(), HasSubstr("none of the words with a group"));
}

TEST_F(RefusalTest, GroupsThatContradictEachOther) {
  const std::string& word = language_.words()[0];
  scratch_.file("groups.txt", word + "\tone\n" + word + "\tone\n" + word + "\ttwo\n");
  EXPECT_THAT(refusal(), HasSubstr("groups.txt:3: " + word + " is already in another group"));
}

TEST_F(RefusalTest, PairsGivenForDefinitions) {
  scratch_.file("dn.txt", scratch_.content("crw/pairs.txt"));
  EXPECT_THAT(refusal(), HasSubstr("dn.txt:1: 3 fields where 2 are expected"));
}

TEST_F(RefusalTest, SentencesOfOneClass) {
  const std::string sentences = add_sentences();
  scratch_.file("task/1.txt", "too few\n");
  set_config(R"(["avg"])", sentences);
  EXPECT_THAT(refusal(), HasSubstr("fewer than ten sentences"));
}

TEST_F(RefusalTest, WhatWasMadeWithOtherVectors) {
  set_config(R"([{"model": "form", TRAIN}])");
  run();
  fs::copy(scratch_.path("out/work/contexts.ctx"), scratch_.path("given.ctx"));
  fs::copy(scratch_.path("out/work/models/form-1.oovec"), scratch_.path("mine.oovec"));
  std::string vectors = scratch_.content("vectors.txt");
  char& last_digit = vectors[vectors.size() - 2];
  last_digit = last_digit == '1' ? '2' : '1';
  scratch_.file("vectors.txt", vectors);

  set_config(R"(["mine.oovec"])");
  EXPECT_THAT(refusal(), HasSubstr("was made with other vectors"));
  scratch_.file("config.json", R"({"vectors": "vectors.txt", "contexts": "given.ctx",
                                   "systems": ["avg"], "crw": "crw"})");
  EXPECT_THAT(refusal(), HasSubstr("this index was made with other vectors"));
  scratch_.file("contexts.txt", "word 1 2\n");
  set_config(R"(["nonce2vec"])", R"(, "context-vectors": "contexts.txt")");
  EXPECT_THAT(refusal(), HasSubstr("context"));
}

}  // namespace
}  // namespace oovec::lab
