// Minimises a smooth function by the method of Broyden, Fletcher, Goldfarb and Shanno, with
// backtracking. Deterministic: it draws nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace oovec::inline base {

// Returns the value at x and sets the gradient.
using SmoothFunction = std::function<double(std::span<const double> x, std::span<double> gradient)>;

// Begins at `start` and ends when a step gains less than a millionth, or after `steps` steps. The
// result is never worse than the start.
[[nodiscard]] std::vector<double> minimize(const SmoothFunction& function,
                                           std::vector<double> start, std::size_t steps = 100);

// The same for many variables, as it remembers of the curvature only what the last steps have shown
// (L-BFGS).
[[nodiscard]] std::vector<double> minimize_many(const SmoothFunction& function,
                                                std::vector<double> start, std::size_t steps);

}  // namespace oovec::inline base
