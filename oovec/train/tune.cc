#include "oovec/train/tune.h"

#include <deque>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "oovec/base/error.h"
#include "oovec/train/contest.h"
#include "oovec/train/hints.h"
#include "oovec/train/loop.h"
#include "oovec/train/solve.h"
#include "oovec/train/training.h"

namespace oovec::inline train {
namespace {

class Search {
 public:
  Search(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index, std::string output,
         const std::vector<Candidate>& candidates, const TrainOptions& options)
      : vectors_(std::move(vectors)),
        index_(index),
        output_(std::move(output)),
        candidates_(candidates),
        options_(options) {
    summary_.results.resize(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i)
      (is_solved(candidates[i].model) ? solved_ : learned_).push_back(i);
  }

  TuneSummary run() {
    // On resuming, files of an earlier search would be mistaken for files of this one.
    if (!options_.resume) std::filesystem::remove(solver_checkpoint());
    summary_.stopped = !learn() || !solve_all();
    if (!summary_.stopped)
      finish();
    else if (summary_.best_epoch > 0 && !best_is_solved())
      publish_copy_of_best(output_);
    return summary_;
  }

 private:
  std::string solver_checkpoint() const { return output_ + ".solver.checkpoint"; }

  // The candidates that learn step by step compete in a contest; its best is kept, but not yet the
  // output. False if the user wants to stop, as below.
  bool learn() {
    if (learned_.empty()) return true;
    std::vector<Candidate> learned;
    learned.reserve(learned_.size());
    for (const std::size_t i : learned_) learned.push_back(candidates_[i]);
    const Training training(vectors_, index_, options_, learned);
    std::deque<Contest> contests;
    const Contest& contest = contests.emplace_back(training, learned, output_);
    const bool finished = learn_together(training, contests);
    for (std::size_t i = 0; i < learned.size(); ++i)
      summary_.results[learned_[i]] = contest.results(i);
    const Contest::Best best = contest.best();
    summary_.best_candidate = learned_[best.candidate];
    summary_.best_epoch = best.epoch;
    summary_.instances_per_epoch = training.data().instances_per_epoch();
    summary_.excluded = training.excluded();
    summary_.hints = data_hints(training.data());
    summary_.resumed_at = contest.resumed_at();
    return finished;
  }

  bool solve_all() {
    for (const std::size_t i : solved_)
      if (!solve_candidate(i)) return false;
    return true;
  }

  // The model goes to the output at once if none before it was better.
  bool solve_candidate(std::size_t i) {
    const Training training(vectors_, index_, options_, std::span(&candidates_[i], 1));
    summary_.excluded = training.excluded();
    if (learned_.empty()) summary_.hints = data_hints(training.data());
    auto solution = solve(training, solver_checkpoint());
    if (!solution) return false;
    std::filesystem::remove(solver_checkpoint());
    if (learned_.empty()) summary_.resumed_at = solution->resumed_at;
    EpochResult result{1, std::nullopt, std::nullopt, {}};
    training.score(solution->model, result);
    if (options_.monitor) options_.monitor->epoch_done(result);
    const bool better = summary_.best_epoch == 0 || *result.score > *best_score();
    summary_.results[i] = {result};
    if (!better) return true;
    training.write(std::move(solution->model), result, output_);
    summary_.best_candidate = i;
    summary_.best_epoch = 1;
    return true;
  }

  bool best_is_solved() const { return is_solved(candidates_[summary_.best_candidate].model); }
  std::optional<double> best_score() const {
    return summary_.results[summary_.best_candidate][summary_.best_epoch - 1].score;
  }

  void finish() {
    if (!best_is_solved()) return publish_best(output_);
    std::filesystem::remove(checkpoint_of(output_));
    std::filesystem::remove(best_of(output_));
  }

  std::shared_ptr<const Embeddings> vectors_;
  const ContextIndex& index_;
  std::string output_;
  const std::vector<Candidate>& candidates_;
  const TrainOptions& options_;
  std::vector<std::size_t> learned_, solved_;  // places of candidates
  TuneSummary summary_;
};

}  // namespace

std::vector<Candidate> combine(const std::vector<Composition>& models,
                               const std::vector<double>& learning_rates) {
  std::vector<Candidate> candidates;
  for (const Composition model : models) {
    if (is_solved(model)) {
      candidates.push_back({model, 0});
      continue;
    }
    for (const double learning_rate : learning_rates) candidates.push_back({model, learning_rate});
  }
  return candidates;
}

TuneSummary tune(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                 const std::string& output, const std::vector<Candidate>& candidates,
                 const TrainOptions& options) {
  if (!options.dev)
    throw Error(ErrorKind::usage, "tuning needs development data: name some with `dev`");
  if (candidates.empty()) throw Error(ErrorKind::usage, "nothing to choose from: name candidates");
  check_model_output(output);  // before hours of work
  return Search(std::move(vectors), index, output, candidates, options).run();
}

}  // namespace oovec::inline train
