// NaN and infinities among numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace oovec::inline base {

// The position of the first NaN or infinity, or nothing.
[[nodiscard]] std::optional<std::size_t> find_not_finite(std::span<const float> values);

[[nodiscard]] inline bool all_finite(std::span<const float> values) {
  return !find_not_finite(values);
}

}  // namespace oovec::inline base
