#include "lab/experiment/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/support/scratch.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ExperimentConfig read(const std::string& text) {
  const Scratch scratch;
  return read_config(scratch.file("config.json", text));
}

// What is said of a config that is refused.
std::string complaint(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::malformed) << error.what();
    return error.what();
  }
  return "";
}

// With what every config needs, but for `key`.
std::string with(const std::string& more, const std::string& leave_out = "") {
  std::string text = "{";
  for (const auto& [key, value] :
       {std::pair("vectors", "\"v.txt\""), std::pair("contexts", "\"c.ctx\""),
        std::pair("systems", "[\"avg\"]"), std::pair("dn", "\"dn.txt\"")})
    if (key != leave_out) text += "\"" + std::string(key) + "\": " + value + ", ";
  return text + more + "}";
}

TEST(Config, PathsAreRelativeToTheFile) {
  const Scratch scratch;
  const std::string path = scratch.file(
      "config.json",
      R"({"vectors": "a/v.txt", "corpus": ["../x.txt", "/y.txt"], "systems": ["avg"], "dn": "dn"})");
  const ExperimentConfig config = read_config(path);
  EXPECT_EQ(config.vectors, scratch.path("a/v.txt"));
  EXPECT_EQ(config.dn, scratch.path("dn"));
  const std::string above = std::filesystem::path(scratch.directory()).parent_path().string();
  EXPECT_THAT(config.corpus, ElementsAre(above + "/x.txt", "/y.txt"));
}

TEST(Config, SystemsAreBaselinesModelsAndFiles) {
  const ExperimentConfig config = read(with(
      R"("systems": ["stem", "alacarte", "form", "m/old.oovec",
          {"name": "mine", "model": "gated", "preset": "paper", "learning-rate": 0.1, "epochs": 2}],
         "seeds": [3, 0])",
      "systems"));
  ASSERT_EQ(config.systems.size(), 5U);
  EXPECT_EQ(config.systems[0].baseline, Baseline::stem);
  EXPECT_EQ(config.systems[1].kind, SystemKind::alacarte);
  EXPECT_EQ(config.systems[2].train.model, Composition::form);
  EXPECT_EQ(config.systems[3].kind, SystemKind::file);
  EXPECT_EQ(config.systems[3].name, "old");
  const SystemConfig& mine = config.systems[4];
  EXPECT_EQ(mine.name, "mine");
  EXPECT_EQ(mine.train.preset, Preset::paper);
  EXPECT_EQ(mine.train.learning_rate, 0.1);
  EXPECT_EQ(mine.train.epochs, 2U);
  EXPECT_THAT(config.seeds, ElementsAre(3, 0));
}

TEST(Config, VectorsMadeElsewhereAreFilesAndFolders) {
  const ExperimentConfig config = read(with(
      R"("systems": ["sub/mine.txt", {"file": "theirs/"}, {"file": "x.vec", "own-space": true}])",
      "systems"));
  EXPECT_EQ(config.systems[0].kind, SystemKind::file);
  EXPECT_EQ(config.systems[0].name, "mine");
  EXPECT_EQ(config.systems[1].name, "theirs");
  EXPECT_FALSE(config.systems[1].own_space);
  EXPECT_TRUE(config.systems[2].own_space);
  EXPECT_THAT(complaint(with(R"("systems": [{"model": "avg", "own-space": true}])", "systems")),
              HasSubstr("systems[0]: \"own-space\""));
}

TEST(Config, TheTitleIsThatOfTheFileUnlessOneIsGiven) {
  EXPECT_EQ(read(with(R"("trials": 1)")).title, "config");
  EXPECT_EQ(read(with(R"("title": "Rare words")")).title, "Rare words");
}

TEST(Config, TheBaselineIsASystem) {
  EXPECT_EQ(read(with(R"("baseline": "avg")")).baseline, "avg");
  EXPECT_THAT(complaint(with(R"("baseline": "form")")),
              HasSubstr("\"baseline\": \"form\" is not the name of a system"));
}

TEST(Config, UnknownKeysAreNamed) {
  EXPECT_THAT(complaint(with(R"("sed": 1)")), HasSubstr("\"sed\": is not a key here"));
  EXPECT_THAT(complaint(with(R"("systems": [{"model": "gated", "epoch": 1}])", "systems")),
              HasSubstr("systems[0]: \"epoch\""));
  EXPECT_THAT(complaint(with(R"("systems": [{"model": "gated", "seed": 1}])", "systems")),
              HasSubstr("systems[0]: \"seed\""));
  EXPECT_THAT(complaint(with(R"("systems": [{"model": "avg", "epochs": 1}])", "systems")),
              HasSubstr("systems[0]: \"epochs\""));
  EXPECT_THAT(complaint(with(R"("examples": [{"word": "a", "context": "b"}])")),
              HasSubstr("examples[0]: \"context\""));
}

TEST(Config, WrongTypesAreNamed) {
  const auto system = [](const std::string& option) {
    return complaint(with(R"("systems": ["avg", {"model": "gated", )" + option + "}]", "systems"));
  };
  EXPECT_THAT(system(R"("epochs": "5")"), HasSubstr("systems[1]: \"epochs\": must be a number"));
  EXPECT_THAT(system(R"("epochs": 0)"), HasSubstr("\"epochs\""));
  EXPECT_THAT(system(R"("ngram-words": 5000000000)"), HasSubstr("\"ngram-words\""));
  EXPECT_THAT(system(R"("epochs": 1.5)"), HasSubstr("\"epochs\""));
  EXPECT_THAT(system(R"("preset": "worst")"), HasSubstr("is not paper or best"));
  EXPECT_THAT(system(R"("name": "a/b")"), HasSubstr("\"name\""));
  EXPECT_THAT(complaint(with(R"("seeds": [-1])")), HasSubstr("\"seeds\""));
  EXPECT_THAT(complaint(with(R"("seeds": [1, 1])")), HasSubstr("\"seeds\""));
  EXPECT_THAT(complaint(with(R"("chimeras": [1])")), HasSubstr("\"chimeras\""));
  EXPECT_THAT(complaint(with(R"("crw": 1)")), HasSubstr("\"crw\": must be text"));
  EXPECT_THAT(complaint(with(R"("systems": "avg")", "systems")), HasSubstr("\"systems\""));
  EXPECT_THAT(complaint(with(R"("systems": ["gatd"])", "systems")), HasSubstr("\"gatd\" is not"));
  EXPECT_THAT(complaint("[]"), HasSubstr("an object is expected"));
  EXPECT_THAT(complaint("{"), HasSubstr("line 1, column 2: not JSON"));
  EXPECT_THAT(system(R"("learning-rate": 1e999)"), HasSubstr("a number that is too large"));
  EXPECT_THAT(system(R"("ngram-min": 6)"), HasSubstr("systems[1]: \"ngram-min\": "));
}

TEST(Config, EmptyValuesAreRefused) {
  for (const char* key : {"groups", "context-vectors", "crw"})
    EXPECT_THAT(complaint(with("\"" + std::string(key) + R"(": "")")),
                HasSubstr("\"" + std::string(key) + "\": is empty"));
  for (const char* key : {"dev", "wordsim", "examples"})
    EXPECT_THAT(complaint(with("\"" + std::string(key) + R"(": [])")),
                HasSubstr("\"" + std::string(key) + "\": must be"));
}

TEST(Config, WhatIsMissingIsNamed) {
  for (const char* key : {"vectors", "systems", "dn"})
    EXPECT_THAT(complaint(with(R"("trials": 1)", key)), HasSubstr("\"" + std::string(key) + "\""));
  EXPECT_THAT(complaint(R"({"vectors": "v", "systems": ["gated"], "dn": "dn"})"),
              HasSubstr("\"corpus\""));
  EXPECT_THAT(complaint(with(R"("corpus": "x")")), HasSubstr("\"contexts\""));
  EXPECT_THAT(complaint(with(R"("systems": ["avg", "avg"])", "systems")),
              HasSubstr("two systems are called \"avg\""));
}

}  // namespace
}  // namespace oovec::lab
