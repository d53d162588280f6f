#include "oovec/train/trainer.h"

#include <chrono>
#include <filesystem>

#include "oovec/train/checkpoint.h"
#include "oovec/train/epoch.h"
#include "oovec/train/training.h"

namespace oovec {
namespace {

using Clock = std::chrono::steady_clock;

class Trainer {
 public:
  Trainer(const Training& training, std::string output, const TrainTask& task)
      : training_(training),
        output_(std::move(output)),
        task_(task),
        learner_(training.make_learner(options().model, options().learning_rate)) {}

  TrainSummary run() {
    if (task_.resume && std::filesystem::exists(checkpoint_path()))
      state_ = read_checkpoint(checkpoint_path(), training_.identity(), learner_);
    TrainSummary summary;
    summary.resumed_at = state_.epoch * data().batches_per_epoch() + state_.batch;
    while (state_.epoch < options().epochs)
      if (!run_one_epoch()) break;
    summary.stopped = state_.epoch < options().epochs;
    if (!summary.stopped) publish();
    summary.epochs = state_.done;
    summary.best_epoch = best_epoch();
    summary.words = data().targets().size();
    summary.ngrams = data().ngrams().ngrams().size();
    summary.instances_per_epoch = data().instances_per_epoch();
    return summary;
  }

 private:
  std::string checkpoint_path() const { return output_ + ".checkpoint"; }
  std::string best_path() const { return output_ + ".best"; }

  bool run_one_epoch() {
    const bool finished = run_epoch(data(), state_.epoch, state_.batch, options().threads,
                                    [&](const Batch& batch) { return learn(batch); });
    if (finished) finish_epoch();
    save();
    return finished;
  }

  // Learns from a batch; false if the user wants to stop.
  bool learn(const Batch& batch) {
    const Loss loss = learner_.step(batch);
    state_.loss += loss;
    ++state_.batch;
    ++steps_;
    instances_ += loss.instances;
    if (Clock::now() - saved_ >= std::chrono::duration<double>(options().checkpoint_every)) save();
    if (!task_.monitor) return true;
    task_.monitor->progress({state_.epoch + 1, options().epochs, state_.batch,
                             data().batches_per_epoch(), steps_, instances_, state_.loss.mean()});
    return !task_.monitor->stop();
  }

  void finish_epoch() {
    EpochResult result{++state_.epoch, state_.loss.mean(), std::nullopt, {}};
    training_.score(learner_, result);
    state_.done.push_back(result);
    state_.batch = 0;
    state_.loss = {};
    if (result.score && best_epoch() == result.epoch)
      training_.write(learner_, result, best_path());
    if (task_.monitor) task_.monitor->epoch_done(result);
  }

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

  void save() {
    write_checkpoint(checkpoint_path(), training_.identity(), state_, learner_);
    saved_ = Clock::now();
  }

  // The best model is complete under another name, so that OUTPUT is never less than the result.
  void publish() {
    if (training_.has_dev())
      std::filesystem::rename(best_path(), output_);
    else
      training_.write(learner_, state_.done.back(), output_);
    std::filesystem::remove(checkpoint_path());
  }

  const TrainOptions& options() const { return training_.options(); }
  const TrainingData& data() const { return training_.data(); }

  const Training& training_;
  std::string output_;
  const TrainTask& task_;
  Learner learner_;
  TrainState state_;
  std::uint64_t steps_ = 0, instances_ = 0;  // of this run
  Clock::time_point saved_ = Clock::now();
};

}  // namespace

TrainSummary train(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                   const std::string& output, const TrainOptions& options, const TrainTask& task) {
  const Training training(std::move(vectors), index, options, task);
  return Trainer(training, output, task).run();
}

}  // namespace oovec
