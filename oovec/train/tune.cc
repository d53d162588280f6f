#include "oovec/train/tune.h"

#include <deque>
#include <filesystem>

#include "oovec/base/error.h"
#include "oovec/base/parallel.h"
#include "oovec/train/epoch.h"
#include "oovec/train/training.h"

namespace oovec::inline train {
namespace {

class Tuner {
 public:
  Tuner(const Training& training, const std::vector<Candidate>& candidates, std::string output,
        TrainMonitor* monitor)
      : training_(training), output_(std::move(output)), monitor_(monitor) {
    for (const Candidate& candidate : candidates)
      learners_.push_back(training.make_learner(candidate.model, candidate.learning_rate));
    summary_.results.resize(learners_.size());
    summary_.instances_per_epoch = training.data().instances_per_epoch();
  }

  TuneSummary run() {
    for (std::uint32_t epoch = 0; epoch < training_.options().epochs && !summary_.stopped; ++epoch)
      run_one_epoch(epoch);
    if (highest_) std::filesystem::rename(best_path(), output_);
    return summary_;
  }

 private:
  std::string best_path() const { return output_ + ".best"; }

  void run_one_epoch(std::uint32_t epoch) {
    losses_.assign(learners_.size(), {});
    batch_ = 0;
    summary_.stopped = !run_epoch(training_.data(), epoch, 0, training_.options().threads,
                                  [&](const Batch& batch) { return learn(batch, epoch); });
    if (summary_.stopped) return;
    for (std::size_t i = 0; i < learners_.size(); ++i) finish_epoch(epoch, i);
  }

  bool learn(const Batch& batch, std::uint32_t epoch) {
    parallel_for(training_.options().threads, learners_.size(),
                 [&](std::size_t i) { losses_[i] += learners_[i].step(batch); });
    ++batch_;
    ++steps_;
    instances_ += batch.instances.size();
    if (!monitor_) return true;
    monitor_->progress({epoch + 1, training_.options().epochs, batch_,
                        training_.data().batches_per_epoch(), steps_, instances_,
                        losses_.front().mean()});
    return !monitor_->stop();
  }

  void finish_epoch(std::uint32_t epoch, std::size_t candidate) {
    EpochResult result{epoch + 1, losses_[candidate].mean(), std::nullopt, {}};
    training_.score(learners_[candidate], result);
    if (!highest_ || *result.score > *highest_) {
      highest_ = result.score;
      summary_.best_candidate = candidate;
      summary_.best_epoch = result.epoch;
      training_.write(learners_[candidate], result, best_path());
    }
    summary_.results[candidate].push_back(result);
    if (monitor_) monitor_->epoch_done(result);
  }

  const Training& training_;
  std::string output_;
  TrainMonitor* monitor_;
  std::deque<Learner> learners_;
  std::vector<Loss> losses_;  // of the epoch so far
  std::uint64_t batch_ = 0, steps_ = 0, instances_ = 0;
  std::optional<double> highest_;
  TuneSummary summary_;
};

}  // namespace

std::vector<Candidate> combine(const std::vector<Composition>& models,
                               const std::vector<double>& learning_rates) {
  std::vector<Candidate> candidates;
  for (const Composition model : models)
    for (const double learning_rate : learning_rates) candidates.push_back({model, learning_rate});
  return candidates;
}

TuneSummary tune(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                 const std::string& output, const std::vector<Candidate>& candidates,
                 const TrainOptions& options, const TrainTask& task) {
  if (!task.dev)
    throw Error(ErrorKind::usage, "tuning needs development data to score on: name some");
  if (candidates.empty()) throw Error(ErrorKind::usage, "nothing to choose from: name candidates");
  const Training training(std::move(vectors), index, options, task);
  return Tuner(training, candidates, output, task.monitor).run();
}

}  // namespace oovec::inline train
