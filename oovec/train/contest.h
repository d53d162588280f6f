// Candidates for one output file. They are scored after every epoch, and the best model of all
// candidates and epochs is written; with a single candidate, its epochs compete. Their states are
// saved together in OUTPUT.checkpoint; the best model so far is in OUTPUT.best.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "oovec/train/candidate.h"
#include "oovec/train/checkpoint.h"
#include "oovec/train/learner.h"
#include "oovec/train/monitor.h"
#include "oovec/train/training.h"

namespace oovec::inline train {

// How far training is.
struct Position {
  std::uint32_t epoch = 0;  // counted from 0
  std::uint64_t batch = 0;  // the next of it

  auto operator<=>(const Position&) const = default;
};

// Where the state of a contest is kept, and the best model so far.
inline std::string checkpoint_of(const std::string& output) { return output + ".checkpoint"; }
inline std::string best_of(const std::string& output) { return output + ".best"; }

// Checks, before hours of work, that the output can be written, and read again to be measured.
void check_model_output(const std::string& output);

// Of a contest with development sets that is complete: makes the best model the output, unless it
// is already, and removes the checkpoint.
void publish_best(const std::string& output);

// Of one in which an epoch is done: makes a copy of the best model so far the output.
void publish_copy_of_best(const std::string& output);

class Contest {
 public:
  // Resumes from the checkpoint if there is one and the options say so.
  Contest(const Training& training, const std::vector<Candidate>& candidates, std::string output);

  std::size_t size() const { return learners_.size(); }
  Position position() const { return {state_.epoch, state_.batch}; }
  std::uint64_t resumed_at() const { return resumed_at_; }  // step
  const std::vector<EpochResult>& results(std::size_t candidate) const {
    return state_.done[candidate];
  }

  // Of the first candidate: its loss in this epoch, and the instances since the program began.
  double loss() const { return state_.losses.front().mean(); }
  std::uint64_t instances() const { return instances_; }

  // Lets a candidate learn from the batch at position(), which moves on when all have. Different
  // candidates may learn at the same time.
  void learn(std::size_t candidate, const Batch& batch);
  // Throws Error(usage) if a candidate has diverged: if its loss is no longer finite. The
  // checkpoint is then the last good one.
  void finish_batch();

  // Scores the candidates, and keeps the model of one that is better than all before it.
  void finish_epoch(TrainMonitor* monitor);

  void save();

  // The first of the best in order of epochs and, within one, of candidates; where there are no
  // scores, the last epoch of the first candidate. The epoch is counted from 1; 0: none is done.
  struct Best {
    std::size_t candidate = 0;
    std::uint32_t epoch = 0;

    bool operator==(const Best&) const = default;
  };
  Best best() const;

  // Makes the best model the output, and removes all that was kept to resume.
  void publish();

 private:
  void resume();
  void check_position() const;

  const Training& training_;
  std::string output_;
  std::map<std::string, std::string> identity_;
  std::deque<Learner> learners_;  // of each candidate
  Checkpoint state_;
  std::uint64_t resumed_at_ = 0;
  std::uint64_t instances_ = 0;
  bool owns_checkpoint_;  // else the one there may be is of an earlier training
};

}  // namespace oovec::inline train
