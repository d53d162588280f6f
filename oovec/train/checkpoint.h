// The state of an interrupted training, as a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oovec/train/learner.h"
#include "oovec/train/training.h"

namespace oovec::inline train {

// Where training is, beside what the learner knows itself.
struct TrainState {
  std::uint32_t epoch = 0;        // counted from 0
  std::uint64_t batch = 0;        // the next of it
  Loss loss;                      // of this epoch so far
  std::vector<EpochResult> done;  // earlier epochs
};

void write_checkpoint(const std::string& path, const TrainIdentity& identity,
                      const TrainState& state, Learner& learner);

// Throws Error(usage) that names the difference if the checkpoint is of another training.
[[nodiscard]] TrainState read_checkpoint(const std::string& path, const TrainIdentity& identity,
                                         Learner& learner);

}  // namespace oovec::inline train
