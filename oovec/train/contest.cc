#include "oovec/train/contest.h"

#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "oovec/base/error.h"
#include "oovec/base/options.h"
#include "oovec/io/check_outputs.h"
#include "oovec/io/map.h"
#include "oovec/io/output.h"

namespace oovec::inline train {

Contest::Contest(const Training& training, const std::vector<Candidate>& candidates,
                 std::string output)
    : training_(training),
      output_(std::move(output)),
      identity_(training.identity()),
      state_(candidates.size()),
      owns_checkpoint_(training.options().resume) {
  std::vector<std::string_view> models;
  std::vector<double> learning_rates;
  for (const Candidate& candidate : candidates) {
    models.push_back(enum_name(candidate.model));
    learning_rates.push_back(candidate.learning_rate);
    learners_.push_back(training.make_learner(candidate));
  }
  identity_["model"] = fmt::format("{}", fmt::join(models, ", "));
  identity_["learning-rate"] = fmt::format("{}", fmt::join(learning_rates, ", "));
  if (training.options().resume && std::filesystem::exists(checkpoint_of(output_))) resume();
}

void Contest::resume() {
  state_ = read_checkpoint(checkpoint_of(output_), identity_, learners_);
  check_position();
  resumed_at_ = state_.epoch * training_.data().batches_per_epoch() + state_.batch;
  // A program that was killed while it published may have made it the output already.
  const bool complete = state_.epoch == training_.options().epochs;
  const bool has_best =
      std::filesystem::exists(best_of(output_)) || (complete && std::filesystem::exists(output_));
  if (training_.has_dev() && state_.epoch > 0 && !has_best)
    throw Error(
        ErrorKind::io,
        fmt::format("{}: missing, although {} refers to it; remove the checkpoint to start over",
                    best_of(output_), checkpoint_of(output_)));
}

// A file whose checksums are right may still claim to be anywhere.
void Contest::check_position() const {
  bool makes_sense = state_.epoch <= training_.options().epochs &&
                     state_.batch <= training_.data().batches_per_epoch();
  for (std::size_t i = 0; i < size(); ++i) {
    makes_sense = makes_sense && results(i).size() == state_.epoch;
    for (std::size_t epoch = 0; epoch < results(i).size(); ++epoch)
      makes_sense = makes_sense && results(i)[epoch].epoch == epoch + 1;
  }
  if (!makes_sense)
    throw Error(ErrorKind::malformed, fmt::format("{}: its position in the training is invalid; {}",
                                                  checkpoint_of(output_), checkpoint_remedy));
}

void Contest::learn(std::size_t candidate, const Batch& batch) {
  const Loss loss = learners_[candidate].step(batch);
  state_.losses[candidate] += loss;
  if (candidate == 0) instances_ += loss.instances;
}

void Contest::finish_batch() {
  ++state_.batch;
  for (std::size_t i = 0; i < size(); ++i)
    if (!std::isfinite(state_.losses[i].sum))
      throw Error(ErrorKind::usage,
                  fmt::format("training diverged: the loss in step {} of epoch {} is not a finite "
                              "number (learning rate {}). No model was written; use a lower "
                              "`learning-rate`, or divide very large vectors by a constant",
                              state_.batch, state_.epoch + 1, learners_[i].learning_rate()));
}

void Contest::finish_epoch(TrainMonitor* monitor) {
  // A checkpoint of an earlier training must not find the best model of this one.
  if (!owns_checkpoint_) std::filesystem::remove(checkpoint_of(output_));
  ++state_.epoch;
  state_.batch = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    EpochResult result{state_.epoch, state_.losses[i].mean(), std::nullopt, {}};
    training_.score(learners_[i], result);
    state_.losses[i] = {};
    state_.done[i].push_back(result);
    if (result.score && best() == Best{i, result.epoch})
      training_.write(learners_[i], result, best_of(output_));
    if (monitor) monitor->epoch_done(result);
  }
}

void Contest::save() {
  write_checkpoint(checkpoint_of(output_), identity_, state_, learners_);
  owns_checkpoint_ = true;
}

Contest::Best Contest::best() const {
  Best best{0, state_.epoch};
  std::optional<double> highest;
  for (std::size_t epoch = 0; epoch < state_.epoch; ++epoch)
    for (std::size_t i = 0; i < size(); ++i) {
      if (epoch >= results(i).size()) continue;  // it is being scored
      const EpochResult& result = results(i)[epoch];
      if (result.score && (!highest || *result.score > *highest)) {
        highest = result.score;
        best = {i, result.epoch};
      }
    }
  return best;
}

void Contest::publish() {
  if (training_.has_dev()) return publish_best(output_);
  training_.write(learners_.front(), results(0).back(), output_);
  std::filesystem::remove(checkpoint_of(output_));
}

void check_model_output(const std::string& output) {
  check_writable({output});
  const auto found = std::filesystem::status(output);
  if (output == "-" || output == "/dev/stdout" ||
      (std::filesystem::exists(found) && !std::filesystem::is_regular_file(found)))
    throw Error(ErrorKind::usage,
                fmt::format("{}: a model is read again to measure it, so the output must be a "
                            "file, not a pipe or a device",
                            output));
}

// Copied as any output is, not renamed: the output may be a link to a file.
void publish_copy_of_best(const std::string& output) {
  if (!std::filesystem::exists(best_of(output))) return;
  const MappedFile model(best_of(output));
  Output copy(output);
  copy.write(model.bytes());
  copy.commit();
}

void publish_best(const std::string& output) {
  publish_copy_of_best(output);
  std::filesystem::remove(best_of(output));
  std::filesystem::remove(checkpoint_of(output));
}

}  // namespace oovec::inline train
