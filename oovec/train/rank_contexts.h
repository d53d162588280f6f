// Refines the context map of the balanced model, so that by contexts alone the true vectors rank
// higher than least squares makes them. Not part of the public interface.
//
//   ĉ ← R·ĉ + r        from R = 1 and r = 0 on, by a few steps of L-BFGS
//
// The loss is that of ranking_loss.h on targets, over the words that the map was fitted to, among
// 1,000 random targets. Least squares has made ĉ short in directions of which contexts tell little,
// so a few steps change others first.
#pragma once

#include <functional>

#include "oovec/train/context_map.h"

namespace oovec::inline train {

// Does nothing if the options want no steps. False if stop(), which any thread may call, said so:
// then the map is unchanged.
[[nodiscard]] bool rank_contexts(const TrainingData& data, const NeutralSpace& space,
                                 const std::function<bool()>& stop, ContextMap& map);

}  // namespace oovec::inline train
