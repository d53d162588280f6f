// Whether so little is known of a word that its vector will disappoint.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "oovec/model/model.h"

namespace oovec::inline model {

// A lower expected cosine is that of a guess.
inline constexpr float low_confidence = 0.3F;

// By the confidence or, where the model tells none, if there is no context and hardly a known
// n-gram.
[[nodiscard]] bool is_weak(const Inference& inference);

// What to tell the user of such a word.
[[nodiscard]] std::string weak_hint(std::string_view word, const Inference& inference);

// What to tell of many words: nothing unless most of them are weak.
[[nodiscard]] std::string weak_hint(std::uint64_t weak, std::uint64_t all);

}  // namespace oovec::inline model
