// Runs an experiment: trains systems that make vectors for words and evaluates them on the same
// words, vectors and contexts, as a JSON file specifies (docs/experiment.md).
//
//   run_experiment("paper.json", "paper");      // paper/report.html, paper/results.json, …
//
// Every step leaves a file, complete or not at all. The same call resumes a run that was stopped or
// killed, does nothing if the run is finished, and repeats the steps that depend on a changed
// config or input.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/train/monitor.h"

namespace oovec::lab {

struct ExperimentStep {
  std::string what;        // for example, "train gated-1, form-1"
  std::size_t number, of;  // counted from 1, among the steps that were not done before
  bool can_stop;           // whether the step can be stopped and resumed, as training can
};

// Receives progress callbacks. stop() is also called between steps.
class ExperimentMonitor : public TrainMonitor {
 public:
  virtual void begin(const ExperimentStep&) {}

  // Where steps report progress, except training that can be stopped; null for nowhere.
  virtual Progress* reading() { return nullptr; }
};

struct ExperimentSummary {
  std::vector<std::string> made;  // files made by this run, relative to the folder
  std::string report;             // the path of the report
  bool stopped = false;           // whether the monitor stopped the run
};

struct ExperimentOptions {
  int threads = 0;
  std::string groups = {};  // a file of groups of words that replaces the config's
};

ExperimentSummary run_experiment(const std::string& config, const std::string& folder,
                                 const ExperimentOptions& options = {},
                                 ExperimentMonitor* monitor = nullptr);

}  // namespace oovec::lab
