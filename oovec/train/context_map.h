// The map of contexts of the balanced model, ĉ = A·c + a, by least squares: one instance of each
// word that has contexts. Not part of the public interface.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "oovec/train/neutral_space.h"
#include "oovec/train/training_data.h"

namespace oovec::inline train {

struct ContextMap {
  std::vector<float> transform, offset;  // A, row by row, and a
  std::vector<float> typical;            // c̄, the mean of c
};

// The contexts that the map of a word is fitted to.
void sum_sample(const TrainingData& data, std::uint32_t word, ContextEvidence& contexts);

// Nothing if stop(), which any thread may call, said so. Throws Error(usage) if the words do not
// determine the map.
[[nodiscard]] std::optional<ContextMap> fit_context_map(const TrainingData& data,
                                                        const NeutralSpace& space,
                                                        const std::function<bool()>& stop);

}  // namespace oovec::inline train
