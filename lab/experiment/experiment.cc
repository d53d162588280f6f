#include "lab/experiment/experiment.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>

#include <fmt/format.h>

#include "lab/experiment/config.h"
#include "lab/experiment/csv.h"
#include "lab/experiment/evaluation.h"
#include "lab/experiment/files.h"
#include "lab/experiment/inputs.h"
#include "lab/experiment/latex.h"
#include "lab/experiment/learning.h"
#include "lab/experiment/plan.h"
#include "lab/experiment/report.h"
#include "lab/experiment/results.h"
#include "lab/experiment/workspace.h"
#include "oovec/base/error.h"

namespace oovec::lab {
namespace {

using Clock = std::chrono::steady_clock;

class Experiment {
 public:
  Experiment(const std::string& config, const std::string& folder, const ExperimentOptions& options,
             ExperimentMonitor* monitor)
      : config_(read_config(config, options.groups)),
        workspace_(folder),
        inputs_(workspace_.path("work/inputs.json")),
        plan_(plan()),
        threads_(options.threads),
        monitor_(monitor),
        learning_(config_, plan_, workspace_, threads_, progress()) {}

  ExperimentSummary run() {
    check_outputs();
    const std::size_t working = count_work();
    left_ = working + count_outputs();
    if (working > 0) learning_.check_inputs();
    summary_.report = workspace_.path(report_name);
    summary_.stopped = !(learn() && evaluate_all() && make_results());
    return std::move(summary_);
  }

 private:
  // What was hashed is remembered even if something is wrong with the rest.
  Plan plan() {
    try {
      Plan plan = make_plan(config_, inputs_);
      inputs_.remember();
      return plan;
    } catch (const Error&) {
      inputs_.remember();
      throw;
    }
  }

  // Nothing that is read may be written over.
  void check_outputs() const {
    const auto check = [&](const WorkStep& output, const std::string& input) {
      std::error_code ignored;
      if (std::filesystem::equivalent(workspace_.path(output), input, ignored))
        throw Error(ErrorKind::usage,
                    input + " would be overwritten with results; choose another folder");
    };
    std::vector<WorkStep> outputs = plan_.outputs;
    outputs.push_back(plan_.results);
    for (const WorkStep& output : outputs) {
      check(output, config_.path);
      for (const InputFile& file : inputs_.files()) check(output, file.path);
    }
  }

  // The steps that are left, of those that work on data and those that make results of it.
  std::size_t count_work() const {
    std::size_t left = learning_.groups().size();
    if (plan_.index) left += is_left(*plan_.index);
    for (const Evaluation& evaluation : plan_.evaluations) left += is_left(evaluation.step);
    return left;
  }

  std::size_t count_outputs() const {
    std::size_t left = is_left(plan_.results);
    for (const WorkStep& output : plan_.outputs) left += is_left(output);
    return left;
  }

  std::size_t is_left(const WorkStep& step) const { return workspace_.is_done(step) ? 0 : 1; }

  // Makes the files of some steps at once, unless asked to stop; returns whether they are there.
  // `make` returns false if it was stopped.
  bool make(const std::string& what, const std::vector<WorkStep>& steps,
            const std::function<bool()>& make, bool can_stop = false) {
    if (monitor_ && monitor_->stop()) return false;
    if (monitor_) monitor_->begin({what, ++number_, left_, can_stop});
    for (const WorkStep& step : steps) workspace_.begin(step);
    const auto begun = Clock::now();
    const bool is_done = make();
    const std::chrono::duration<double> taken = Clock::now() - begun;
    for (const WorkStep& step : steps) {
      workspace_.end(step, taken.count(), is_done);
      if (is_done) summary_.made.push_back(step.file);
    }
    return is_done;
  }

  Progress* progress() const { return monitor_ ? monitor_->reading() : nullptr; }

  bool learn() {
    if (plan_.index && !workspace_.is_done(*plan_.index)) {
      const auto make_index = [&] {
        learning_.make_index();
        return true;
      };
      // Training that was stopped cannot be resumed with another index.
      for (const Contender& contender : plan_.contenders)
        if (contender.model) workspace_.abandon(*contender.model);
      if (!make("index the corpus", {*plan_.index}, make_index)) return false;
    }
    for (const auto& group : learning_.groups()) {
      std::vector<WorkStep> steps;
      std::vector<std::string> names;
      for (const Contender* contender : group) {
        steps.push_back(*contender->model);
        names.push_back(contender->id());
      }
      if (!make(
              fmt::format("train {}", fmt::join(names, ", ")), steps,
              [&] { return !learning_.train_group(group, monitor_); }, Learning::can_stop(group)))
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
                   evaluate(evaluation.measure, config_, *model,
                            learning_.contexts_of_unknown(contender), threads_, progress()));
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
      write_json(path, collect_results(config_, plan_, workspace_, inputs_, threads_));
      return true;
    };
    if (!workspace_.is_done(plan_.results) && !make("collect results", {plan_.results}, collect))
      return false;
    remove_old_tables();
    for (const WorkStep& output : plan_.outputs) {
      if (workspace_.is_done(output)) continue;
      const auto write = [&] {
        const Json results = read_json(path);
        write_text(workspace_.path(output), make_output(output.file, results));
        return true;
      };
      if (!make("write " + output.file, {output}, write)) return false;
    }
    return true;
  }

  static std::string make_output(const std::string& name, const Json& results) {
    if (name == report_name) return report_page(results);
    return name == latex_name ? make_latex(results) : make_csv(name, results);
  }

  // Those of data that are no longer in the config.
  void remove_old_tables() const {
    for (const std::string& name : all_csv_names()) {
      const bool is_wanted = std::any_of(plan_.outputs.begin(), plan_.outputs.end(),
                                         [&](const WorkStep& step) { return step.file == name; });
      if (!is_wanted) workspace_.remove(name);
    }
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

ExperimentSummary run_experiment(const std::string& config, const std::string& folder,
                                 const ExperimentOptions& options, ExperimentMonitor* monitor) {
  try {
    return Experiment(config, folder, options, monitor).run();
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::damaged,
                fmt::format("a file in {} was changed: {}; remove {}/work to start over", folder,
                            error.what(), folder));
  }
}

}  // namespace oovec::lab
