// What to tell users whose model will disappoint, and what to do about it: sentences in the manner
// of errors (base/error.h), which name options as `min-count`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "oovec/train/held_out.h"
#include "oovec/train/training_data.h"

namespace oovec::inline train {

// The share of the held-out words (or, without any, of the training words) without a known n-gram,
// so that the form says nothing about them. 0 for a model that does not use the form.
[[nodiscard]] double share_without_ngrams(const TrainingData& data);

// Too few words with contexts, too many without n-grams.
[[nodiscard]] std::vector<std::string> data_hints(const TrainingData& data);

// Held-out words that are not found, among a vocabulary of this size.
[[nodiscard]] std::optional<std::string> quality_hint(const HeldOutReport& report,
                                                      std::size_t vocabulary);

}  // namespace oovec::inline train
