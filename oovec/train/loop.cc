#include "oovec/train/loop.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "oovec/base/parallel.h"
#include "oovec/train/epoch.h"

namespace oovec::inline train {
namespace {

using Clock = std::chrono::steady_clock;

class Loop {
 public:
  Loop(const Training& training, std::deque<Contest>& contests)
      : training_(training), contests_(contests), position_(contests.front().position()) {
    for (Contest& contest : contests_) {
      position_ = std::min(position_, contest.position());
      for (std::size_t i = 0; i < contest.size(); ++i) learners_.emplace_back(&contest, i);
    }
  }

  bool run() {
    while (position_.epoch < options().epochs)
      if (!run_one_epoch()) return false;
    return true;
  }

 private:
  bool run_one_epoch() {
    const bool finished =
        run_epoch(data(), position_.epoch, position_.batch, training_.detail(), options().threads,
                  [&](const Batch& batch) { return learn(batch); });
    if (finished) finish_epoch();
    save();
    return finished;
  }

  // Learns from a batch; false if the user wants to stop.
  bool learn(const Batch& batch) {
    parallel_for(options().threads, learners_.size(), [&](std::size_t i) {
      const auto [contest, candidate] = learners_[i];
      if (contest->position() == position_) contest->learn(candidate, batch);
    });
    for (Contest& contest : contests_)
      if (contest.position() == position_) contest.finish_batch();
    ++position_.batch;
    ++steps_;
    if (Clock::now() - saved_ >= std::chrono::duration<double>(options().checkpoint_every)) save();
    if (!options().monitor) return true;
    options().monitor->progress({position_.epoch + 1, options().epochs, position_.batch,
                                 data().batches_per_epoch(), steps_, contests_.front().instances(),
                                 contests_.front().loss()});
    return !options().monitor->stop();
  }

  void finish_epoch() {
    for (Contest& contest : contests_)
      if (contest.position().epoch == position_.epoch) contest.finish_epoch(options().monitor);
    position_ = {position_.epoch + 1, 0};
  }

  void save() {
    for (Contest& contest : contests_) contest.save();
    saved_ = Clock::now();
  }

  const TrainOptions& options() const { return training_.options(); }
  const TrainingData& data() const { return training_.data(); }

  const Training& training_;
  std::deque<Contest>& contests_;
  std::vector<std::pair<Contest*, std::size_t>> learners_;  // every candidate of every contest
  Position position_;
  std::uint64_t steps_ = 0;  // since the program began
  Clock::time_point saved_ = Clock::now();
};

}  // namespace

bool learn_together(const Training& training, std::deque<Contest>& contests) {
  return Loop(training, contests).run();
}

}  // namespace oovec::inline train
