// The state of an interrupted training, as a file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "oovec/train/learner.h"
#include "oovec/train/trainer.h"

namespace oovec {

// Where training is, beside what the learner knows itself.
struct TrainState {
  std::uint32_t epoch = 0;        // counted from 0
  std::uint64_t batch = 0;        // the next of it
  Loss loss;                      // of this epoch so far
  std::vector<EpochResult> done;  // earlier epochs
};

// What a training consists of, by name: inputs, options. Only the very same one can be resumed.
using TrainIdentity = std::map<std::string, std::string>;

void write_checkpoint(const std::string& path, const TrainIdentity& identity,
                      const TrainState& state, Learner& learner);

// Throws Error(usage) that names the difference if the checkpoint is of another training.
TrainState read_checkpoint(const std::string& path, const TrainIdentity& identity,
                           Learner& learner);

}  // namespace oovec
