#include "oovec/train/train.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/options.h"
#include "oovec/base/parallel.h"
#include "oovec/train/checkpoint.h"
#include "oovec/train/epoch.h"
#include "oovec/train/training.h"

namespace oovec::inline train {
namespace {

using Clock = std::chrono::steady_clock;

// The epoch, from 0, and the next batch of it.
using Position = std::pair<std::uint32_t, std::uint64_t>;

// A model in training.
class Trainee {
 public:
  Trainee(const Training& training, const TrainJob& job, bool resume)
      : training_(training),
        output_(job.output),
        identity_(training.identity()),
        learner_(training.make_learner(job.model, job.learning_rate)) {
    identity_["model"] = enum_name(job.model);
    identity_["learning-rate"] = fmt::format("{}", job.learning_rate);
    if (resume && std::filesystem::exists(checkpoint_path()))
      state_ = read_checkpoint(checkpoint_path(), identity_, learner_);
    resumed_at_ = state_.epoch * training.data().batches_per_epoch() + state_.batch;
  }

  Position position() const { return {state_.epoch, state_.batch}; }
  double loss() const { return state_.loss.mean(); }
  std::uint64_t instances() const { return instances_; }

  void learn(const Batch& batch) {
    const Loss loss = learner_.step(batch);
    state_.loss += loss;
    ++state_.batch;
    instances_ += loss.instances;
  }

  EpochResult finish_epoch() {
    EpochResult result{++state_.epoch, state_.loss.mean(), std::nullopt, {}};
    training_.score(learner_, result);
    state_.done.push_back(result);
    state_.batch = 0;
    state_.loss = {};
    if (result.score && best_epoch() == result.epoch)
      training_.write(learner_, result, best_path());
    return result;
  }

  void save() { write_checkpoint(checkpoint_path(), identity_, state_, learner_); }

  // The best model is complete under another name, so that OUTPUT is never less than the result.
  void publish() {
    if (training_.has_dev())
      std::filesystem::rename(best_path(), output_);
    else
      training_.write(learner_, state_.done.back(), output_);
    std::filesystem::remove(checkpoint_path());
  }

  TrainSummary summarize(bool stopped) const {
    TrainSummary summary;
    summary.epochs = state_.done;
    summary.best_epoch = best_epoch();
    summary.words = training_.data().targets().size();
    summary.words_with_contexts = training_.data().words_with_contexts();
    summary.ngrams = training_.data().ngrams().ngrams().size();
    summary.instances_per_epoch = training_.data().instances_per_epoch();
    summary.resumed_at = resumed_at_;
    summary.stopped = stopped;
    return summary;
  }

 private:
  std::string checkpoint_path() const { return output_ + ".checkpoint"; }
  std::string best_path() const { return output_ + ".best"; }

  // The first of the best, or the last where nothing tells them apart.
  std::uint32_t best_epoch() const {
    std::uint32_t best = state_.epoch;
    std::optional<double> highest;
    for (const EpochResult& result : state_.done)
      if (result.score && (!highest || *result.score > *highest)) {
        highest = result.score;
        best = result.epoch;
      }
    return best;
  }

  const Training& training_;
  std::string output_;
  TrainIdentity identity_;
  Learner learner_;
  TrainState state_;
  std::uint64_t resumed_at_ = 0;
  std::uint64_t instances_ = 0;  // of this run
};

// Leads the trainees through the batches. A program may be killed when only some of them are saved:
// then those that are ahead wait for the others.
class Trainer {
 public:
  Trainer(const Training& training, const std::vector<TrainJob>& jobs, const TrainTask& task)
      : training_(training), task_(task) {
    for (const TrainJob& job : jobs) trainees_.emplace_back(training, job, task.resume);
  }

  std::vector<TrainSummary> run() {
    position_ = trainees_.front().position();
    for (const Trainee& trainee : trainees_) position_ = std::min(position_, trainee.position());
    bool stopped = false;
    while (position_.first < options().epochs && !stopped) stopped = !run_one_epoch();
    std::vector<TrainSummary> summaries;
    for (Trainee& trainee : trainees_) {
      if (!stopped) trainee.publish();
      summaries.push_back(trainee.summarize(stopped));
    }
    return summaries;
  }

 private:
  bool run_one_epoch() {
    const bool finished = run_epoch(data(), position_.first, position_.second, options().threads,
                                    [&](const Batch& batch) { return learn(batch); });
    if (finished) finish_epoch();
    save();
    return finished;
  }

  // Learns from a batch; false if the user wants to stop.
  bool learn(const Batch& batch) {
    parallel_for(options().threads, trainees_.size(), [&](std::size_t i) {
      if (trainees_[i].position() == position_) trainees_[i].learn(batch);
    });
    ++position_.second;
    ++steps_;
    if (Clock::now() - saved_ >= std::chrono::duration<double>(options().checkpoint_every)) save();
    if (!task_.monitor) return true;
    task_.monitor->progress({position_.first + 1, options().epochs, position_.second,
                             data().batches_per_epoch(), steps_, trainees_.front().instances(),
                             trainees_.front().loss()});
    return !task_.monitor->stop();
  }

  void finish_epoch() {
    for (Trainee& trainee : trainees_) {
      if (trainee.position().first != position_.first) continue;
      const EpochResult result = trainee.finish_epoch();
      if (task_.monitor) task_.monitor->epoch_done(result);
    }
    position_ = {position_.first + 1, 0};
  }

  void save() {
    for (Trainee& trainee : trainees_) trainee.save();
    saved_ = Clock::now();
  }

  const TrainOptions& options() const { return training_.options(); }
  const TrainingData& data() const { return training_.data(); }

  const Training& training_;
  const TrainTask& task_;
  std::deque<Trainee> trainees_;
  Position position_;
  std::uint64_t steps_ = 0;  // of this run
  Clock::time_point saved_ = Clock::now();
};

}  // namespace

std::vector<TrainSummary> train_together(std::shared_ptr<const Embeddings> vectors,
                                         const ContextIndex& index,
                                         const std::vector<TrainJob>& jobs,
                                         const TrainOptions& options, const TrainTask& task) {
  if (jobs.empty()) throw Error(ErrorKind::usage, "nothing to train: name models");
  const Training training(std::move(vectors), index, options, task);
  return Trainer(training, jobs, task).run();
}

TrainSummary train_model(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                         const std::string& output, const TrainOptions& options,
                         const TrainTask& task) {
  const std::vector<TrainJob> jobs = {{output, options.model, options.learning_rate}};
  return train_together(std::move(vectors), index, jobs, options, task).front();
}

}  // namespace oovec::inline train
