// Draws loss and score by epoch as an SVG image.
#pragma once

#include <span>
#include <string>

#include "oovec/train/monitor.h"

namespace oovec::inline train {

// An SVG of the loss and, if there is one, the score after each epoch, each on a scale of its own.
[[nodiscard]] std::string plot_epochs(std::span<const EpochResult> epochs);

}  // namespace oovec::inline train
