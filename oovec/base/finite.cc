#include "oovec/base/finite.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace oovec::inline base {

std::optional<std::size_t> find_not_finite(std::span<const float> values) {
  // Nearly always there is none: one pass without branches, which the compiler vectorises, tells.
  // x - x is 0 for finite numbers, NaN for all others, and NaN sticks in a sum of zeros.
  // NOLINTBEGIN(misc-redundant-expression)
  constexpr std::size_t lanes = 16;
  std::array<float, lanes> zeros{};
  std::size_t i = 0;
  for (; i + lanes <= values.size(); i += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      zeros[lane] += values[i + lane] - values[i + lane];
  for (; i < values.size(); ++i) zeros[0] += values[i] - values[i];
  // NOLINTEND(misc-redundant-expression)
  if (std::none_of(zeros.begin(), zeros.end(), [](float v) { return std::isnan(v); }))
    return std::nullopt;

  const auto bad =
      std::find_if(values.begin(), values.end(), [](float v) { return !std::isfinite(v); });
  return static_cast<std::size_t>(bad - values.begin());
}

bool all_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double v) { return std::isfinite(v); });
}

bool all_finite(std::span<const std::uint16_t> halves, std::uint16_t exponent) {
  unsigned found = 0;  // no early end, so that the compiler vectorises the loop
  for (const std::uint16_t half : halves) found |= (half & exponent) == exponent ? 1U : 0U;
  return found == 0;
}

}  // namespace oovec::inline base
