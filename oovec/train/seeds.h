// What training draws random numbers for. Each purpose has a stream of its own, so that drawing
// more for one does not change another.
#pragma once

#include <cstdint>

#include "oovec/base/random.h"

namespace oovec::inline train {

enum class Purpose : std::uint64_t {
  parameters,
  order,
  contexts,
  held_out,
  calibration,
  projection,
  gate,
  negatives,
  typos,
  rivals
};

constexpr std::uint64_t seed_for(std::uint64_t seed, Purpose purpose) {
  return derive_seed(seed, static_cast<std::uint64_t>(purpose));
}

}  // namespace oovec::inline train
