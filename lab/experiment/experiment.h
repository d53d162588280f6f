// An experiment: systems that make vectors of words, trained and evaluated on the same words,
// vectors and contexts, as a JSON file says (docs/experiment.md).
//
//   run_experiment("paper.json", "paper");      // paper/report.html, paper/results.json, …
//
// Every step leaves a file, complete or not at all. A run that was stopped or killed is gone on
// with by the same call; one that is finished does nothing; and of one whose config or files have
// changed the steps are repeated that depend on it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/train/monitor.h"

namespace oovec::lab {

struct ExperimentStep {
  std::string what;        // "train gated-1, form-1" say
  std::size_t number, of;  // of the steps that were left, from 1
  bool can_stop;           // within, to be gone on with: it trains
};

// Is told what goes on; stop() is asked between steps, too.
class ExperimentMonitor : public TrainMonitor {
 public:
  virtual void begin(const ExperimentStep&) {}

  // Receives the progress of steps, but of training that can be stopped; null for none.
  virtual Progress* reading() { return nullptr; }
};

struct ExperimentSummary {
  std::vector<std::string> made;  // the files of this run, within the folder
  std::string report;             // the path of the report
  bool stopped = false;           // on request
};

struct ExperimentOptions {
  int threads = 0;
  std::string groups = {};  // a file of groups of words that takes the place of the config's
};

ExperimentSummary run_experiment(const std::string& config, const std::string& folder,
                                 const ExperimentOptions& options = {},
                                 ExperimentMonitor* monitor = nullptr);

}  // namespace oovec::lab
