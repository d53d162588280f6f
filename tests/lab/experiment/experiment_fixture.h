// An experiment on the synthetic language, with all that its config names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lab/experiment/experiment.h"
#include "lab/experiment/files.h"
#include "oovec/vectors/format.h"
#include "tests/support/language.h"
#include "tests/support/pages.h"
#include "tests/support/scratch.h"

namespace oovec::lab {

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

  // What the page shows.
  Json report() { return page_value(scratch_.content("out/report.html")); }

  Language language_;
  Scratch scratch_;
};

}  // namespace oovec::lab
