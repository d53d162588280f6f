// Chooses the ridge of the regression on n-grams: of a few values the one with which words held out
// are told from each other best, on random projections of their targets. Squared error would ask
// for more ridge than is good for ranks. Not part of the public interface.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>

#include "oovec/train/form_ridge.h"
#include "oovec/train/form_targets.h"
#include "oovec/train/training_data.h"

namespace oovec::inline train {

inline constexpr std::array ridges_to_try = {0.4, 0.8, 1.6, 3.2, 6.4};
inline constexpr std::size_t projected_groups = 3;  // of FormRidge::width directions

// Nothing if stop(), which any thread may call before every step of each solution, said so.
[[nodiscard]] std::optional<double> choose_ridge(const TrainingData& data,
                                                 const FormTargets& targets, const FormRidge& ridge,
                                                 const std::function<bool()>& stop);

}  // namespace oovec::inline train
