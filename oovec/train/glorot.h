// First parameters of a layer, after Glorot and Bengio (2010). Not part of the public interface.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "oovec/base/random.h"

namespace oovec::inline train {

// Uniform in ±√(6 / (inputs + outputs)).
inline void glorot(std::span<float> values, std::size_t inputs, std::size_t outputs,
                   Random& random) {
  const float bound = std::sqrt(6.0F / static_cast<float>(inputs + outputs));
  for (float& value : values) value = bound * (2 * random.unit() - 1);
}

}  // namespace oovec::inline train
