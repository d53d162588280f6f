// One epoch of training: contexts are summed by all threads, ahead of the learners, which take the
// batches in order.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "oovec/train/learner.h"
#include "oovec/train/training_data.h"

namespace oovec::inline train {

// Calls learn(batch) with batches first_batch, first_batch + 1, … of the epoch, until it returns
// false. Returns whether the end was reached. `detail` is the most that a learner needs to know of
// contexts.
[[nodiscard]] bool run_epoch(const TrainingData& data, std::size_t epoch, std::size_t first_batch,
                             Detail detail, int threads,
                             const std::function<bool(const Batch&)>& learn);

}  // namespace oovec::inline train
