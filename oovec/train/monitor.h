// Progress callbacks of training.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oovec/train/scorer.h"

namespace oovec::inline train {

// The result of one epoch of one candidate.
struct EpochResult {
  std::uint32_t epoch = 0;      // counted from 1
  std::optional<double> loss;   // mean over its instances; a model that is solved for has none
  std::optional<double> score;  // mean over the development sets
  std::vector<DevScore> dev;    // of each set
};

// How far training is, within an epoch.
struct TrainStatus {
  std::uint32_t epoch, epochs;
  std::uint64_t batch, batches;    // of this epoch: done, all
  std::uint64_t steps, instances;  // since the program began
  double loss;                     // mean of this epoch so far, of the first candidate
};

// Receives progress callbacks; calls never overlap.
class TrainMonitor {
 public:
  virtual ~TrainMonitor() = default;
  virtual void progress(const TrainStatus&) {}
  virtual void epoch_done(const EpochResult&) {}
  // Whether to leave a checkpoint and return.
  virtual bool stop() { return false; }
};

}  // namespace oovec::inline train
