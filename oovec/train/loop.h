// The loop of training: contests go through the same batches, epoch by epoch.
#pragma once

#include <deque>

#include "oovec/train/contest.h"
#include "oovec/train/training.h"

namespace oovec::inline train {

// Saves the contests at the end of every epoch and as often as the options say. Returns false if
// the monitor asked to stop; then they are saved, too. Contests are saved one after another, so a
// program may be killed when only some are: those that are ahead wait for the others.
[[nodiscard]] bool learn_together(const Training& training, std::deque<Contest>& contests);

}  // namespace oovec::inline train
