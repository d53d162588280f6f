#include "oovec/train/trainer.h"

#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/train/calibrate.h"
#include "oovec/train/checkpoint.h"
#include "oovec/train/epoch.h"

namespace oovec {
namespace {

using Clock = std::chrono::steady_clock;

std::string to_text(const auto& value) {
  if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(value)>>)
    return std::string(enum_name(value));
  else
    return fmt::format("{}", value);
}

// The options that decide what comes out, by name.
TrainIdentity describe(TrainOptions options) {
  TrainIdentity text;
  options.fields([&](const std::string& name, auto& value, const char*, Range = {}) {
    if (name != "threads" && name != "checkpoint-every" && name != "preset")
      text[name] = to_text(value);
  });
  return text;
}

// The development sets and the words they take away from training.
struct Development {
  std::vector<std::unique_ptr<DevSet>> sets;
  std::vector<std::string> words;

  Development(const TrainTask& task, const WeightedVectors& vectors, const IndexSettings& index,
              int threads) {
    const TokenizerOptions text{index.tokenizer, index.lowercase ? Lowercase::on : Lowercase::off};
    for (const std::string& path : task.dev) {
      sets.push_back(open_dev_set(path, vectors, text, {.threads = threads}));
      const std::vector<std::string> more = sets.back()->words();
      words.insert(words.end(), more.begin(), more.end());
    }
  }

  void score(const Model& model, EpochResult& result) const {
    double sum = 0;
    for (const auto& set : sets) {
      result.dev.push_back(set->score(model));
      sum += result.dev.back().value;
    }
    if (!sets.empty()) result.score = sum / static_cast<double>(sets.size());
  }
};

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

class Trainer {
 public:
  Trainer(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index, std::string output,
          const TrainOptions& options, const TrainTask& task)
      : vectors_(std::move(vectors)),
        output_(std::move(output)),
        options_(resolve(options)),
        task_(task),
        weights_(word_weights(index, options_)),
        dev_(task, {vectors_.get(), weights_}, index.settings(), options_.threads),
        excluded_(joined(task.excluded, dev_.words)),
        data_(*vectors_, index, options_, excluded_),
        learner_(data_, options_.model, options_.learning_rate,
                 data_.batches_per_epoch() * options_.epochs),
        identity_(describe(options_)) {
    identity_["vectors"] = std::to_string(index.settings().vectors_fingerprint);
    identity_["contexts"] = std::to_string(index.fingerprint());
    std::uint64_t excluded = 0;
    for (const std::string& word : excluded_) excluded = hash64(word, excluded);
    identity_["excluded words"] = std::to_string(excluded);
  }

  TrainSummary run() {
    if (task_.resume && std::filesystem::exists(checkpoint_path()))
      state_ = read_checkpoint(checkpoint_path(), identity_, learner_);
    TrainSummary summary;
    summary.resumed_at = state_.epoch * data_.batches_per_epoch() + state_.batch;
    while (state_.epoch < options_.epochs)
      if (!run_one_epoch()) break;
    summary.stopped = state_.epoch < options_.epochs;
    if (!summary.stopped) publish();
    summary.epochs = state_.done;
    summary.best_epoch = best_epoch();
    summary.words = data_.words();
    summary.ngrams = data_.ngrams().ngrams().size();
    summary.instances_per_epoch = data_.instances_per_epoch();
    return summary;
  }

 private:
  std::string checkpoint_path() const { return output_ + ".checkpoint"; }
  std::string best_path() const { return output_ + ".best"; }

  bool run_one_epoch() {
    const bool finished = run_epoch(data_, state_.epoch, state_.batch, options_.threads,
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
    if (Clock::now() - saved_ >= std::chrono::duration<double>(options_.checkpoint_every)) save();
    if (!task_.monitor) return true;
    task_.monitor->progress({state_.epoch + 1, options_.epochs, state_.batch,
                             data_.batches_per_epoch(), steps_, instances_, state_.loss.mean()});
    return !task_.monitor->stop();
  }

  void finish_epoch() {
    EpochResult result{++state_.epoch, state_.loss.mean(), std::nullopt, {}};
    if (!dev_.sets.empty()) dev_.score(Model(learner_.model(vectors_)), result);
    state_.done.push_back(result);
    state_.batch = 0;
    state_.loss = {};
    if (result.score && best_epoch() == result.epoch) write(best_path());
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
    write_checkpoint(checkpoint_path(), identity_, state_, learner_);
    saved_ = Clock::now();
  }

  void write(const std::string& path) {
    ModelParts parts = learner_.model(vectors_);
    parts.settings.training = identity_;
    parts.settings.training["epoch"] = std::to_string(state_.epoch);
    parts.settings.training["loss"] = to_text(state_.done.back().loss);
    if (const auto score = state_.done.back().score)
      parts.settings.training["score"] = to_text(*score);
    parts.confidence = calibrate(Model(parts), data_);
    write_model(parts, path, task_.write);
  }

  // The best model is complete under another name, so that OUTPUT is never less than the result.
  void publish() {
    if (!dev_.sets.empty())
      std::filesystem::rename(best_path(), output_);
    else
      write(output_);
    std::filesystem::remove(checkpoint_path());
  }

  std::shared_ptr<const Embeddings> vectors_;
  std::string output_;
  TrainOptions options_;
  const TrainTask& task_;
  std::vector<float> weights_;
  Development dev_;
  std::vector<std::string> excluded_;
  TrainingData data_;
  Learner learner_;
  TrainIdentity identity_;
  TrainState state_;
  std::uint64_t steps_ = 0, instances_ = 0;  // of this run
  Clock::time_point saved_ = Clock::now();
};

}  // namespace

TrainSummary train(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                   const std::string& output, const TrainOptions& options, const TrainTask& task) {
  return Trainer(std::move(vectors), index, output, options, task).run();
}

}  // namespace oovec
