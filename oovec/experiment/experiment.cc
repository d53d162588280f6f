#include "oovec/experiment/experiment.h"

#include <chrono>
#include <functional>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/experiment/config.h"
#include "oovec/experiment/csv.h"
#include "oovec/experiment/evaluation.h"
#include "oovec/experiment/files.h"
#include "oovec/experiment/inputs.h"
#include "oovec/experiment/learning.h"
#include "oovec/experiment/plan.h"
#include "oovec/experiment/report.h"
#include "oovec/experiment/results.h"
#include "oovec/experiment/workspace.h"

namespace oovec {
namespace {

using Clock = std::chrono::steady_clock;

class Experiment {
 public:
  Experiment(const std::string& config, const std::string& folder, int threads,
             ExperimentMonitor* monitor)
      : config_(read_config(config)),
        workspace_(folder),
        inputs_(workspace_.path("work/inputs.json")),
        plan_(make_plan(config_, inputs_)),
        threads_(threads),
        monitor_(monitor),
        learning_(config_, plan_, workspace_, threads, monitor ? monitor->reading() : nullptr) {
    inputs_.remember();
  }

  ExperimentSummary run() {
    count_steps();
    summary_.report = workspace_.path(report_name);
    summary_.stopped = !(learn() && evaluate_all() && make_results());
    return std::move(summary_);
  }

 private:
  void count_steps() {
    const auto count = [&](const WorkStep& step) { left_ += workspace_.is_done(step) ? 0 : 1; };
    if (plan_.index) count(*plan_.index);
    left_ += learning_.groups().size();
    for (const Evaluation& evaluation : plan_.evaluations) count(evaluation.step);
    count(plan_.results);
    for (const WorkStep& output : plan_.outputs) count(output);
  }

  // Makes the files of some steps at once, unless asked to stop; returns whether they are there.
  // `make` returns false if it was stopped.
  bool make(const std::string& what, const std::vector<WorkStep>& steps,
            const std::function<bool()>& make) {
    if (monitor_ && monitor_->stop()) return false;
    const bool trains = steps.front().file.starts_with("work/models/");
    if (monitor_) monitor_->begin({what, ++number_, left_, trains});
    for (const WorkStep& step : steps) workspace_.begin(step);
    const auto begun = Clock::now();
    if (!make()) return false;
    const std::chrono::duration<double> taken = Clock::now() - begun;
    for (const WorkStep& step : steps) {
      workspace_.finish(step, taken.count());
      summary_.made.push_back(step.file);
    }
    return true;
  }

  bool learn() {
    if (plan_.index && !workspace_.is_done(*plan_.index)) {
      const auto make_index = [&] {
        learning_.make_index();
        return true;
      };
      if (!make("index the corpus", {*plan_.index}, make_index)) return false;
    }
    for (const auto& group : learning_.groups()) {
      std::vector<WorkStep> steps;
      std::vector<std::string> names;
      for (const Contender* contender : group) {
        steps.push_back(*contender->model);
        names.push_back(contender->id());
      }
      if (!make(fmt::format("train {}", fmt::join(names, ", ")), steps,
                [&] { return !learning_.train_group(group, monitor_); }))
        return false;
    }
    return true;
  }

  bool evaluate_all() {
    const Contender* opened = nullptr;
    std::unique_ptr<const Inferrer> model;
    for (const Evaluation& evaluation : plan_.evaluations) {
      if (workspace_.is_done(evaluation.step)) continue;
      const Contender& contender = plan_.contenders[evaluation.contender];
      const auto write = [&] {
        if (opened != &contender) model = learning_.open(contender);
        opened = &contender;
        write_json(workspace_.path(evaluation.step),
                   evaluate(evaluation.measure, config_, *model, contender.id(), threads_));
        return true;
      };
      if (!make(fmt::format("evaluate {} on {}", contender.id(), enum_name(evaluation.measure)),
                {evaluation.step}, write))
        return false;
    }
    return true;
  }

  bool make_results() {
    const std::string path = workspace_.path(plan_.results);
    const auto collect = [&] {
      write_json(path, collect_results(config_, plan_, workspace_, inputs_));
      return true;
    };
    if (!workspace_.is_done(plan_.results) && !make("collect results", {plan_.results}, collect))
      return false;
    for (const WorkStep& output : plan_.outputs) {
      if (workspace_.is_done(output)) continue;
      const auto write = [&] {
        const Json results = read_json(path);
        write_text(workspace_.path(output), output.file == report_name
                                                ? report_page(results)
                                                : make_csv(output.file, results));
        return true;
      };
      if (!make("write " + output.file, {output}, write)) return false;
    }
    return true;
  }

  ExperimentConfig config_;
  Workspace workspace_;
  Inputs inputs_;
  Plan plan_;
  int threads_;
  ExperimentMonitor* monitor_;
  Learning learning_;
  std::size_t number_ = 0, left_ = 0;
  ExperimentSummary summary_;
};

}  // namespace

ExperimentSummary run_experiment(const std::string& config, const std::string& folder, int threads,
                                 ExperimentMonitor* monitor) {
  try {
    return Experiment(config, folder, threads, monitor).run();
  } catch (const Json::exception& error) {
    throw Error(
        ErrorKind::damaged,
        fmt::format("a file in {} is not what was written: {}; remove {}/work to begin anew",
                    folder, error.what(), folder));
  }
}

}  // namespace oovec
