// Whether so little is known about a word that its vector is little more than a guess.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "oovec/model/model.h"

namespace oovec::inline model {

// Below this expected cosine, a vector is little more than a guess.
inline constexpr float low_confidence = 0.3F;

// Decides by the confidence; without one, by whether there is neither a context nor more than a few
// known n-grams.
[[nodiscard]] bool is_weak(const Inference& inference);

// The message for the user about such a word.
[[nodiscard]] std::string weak_hint(std::string_view word, const Inference& inference);

// The message about many words; empty unless most of them are weak.
[[nodiscard]] std::string weak_hint(std::uint64_t weak, std::uint64_t all);

}  // namespace oovec::inline model
