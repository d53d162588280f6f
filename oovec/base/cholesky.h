// Linear equations with a symmetric positive definite matrix, solved by Cholesky's decomposition.
#pragma once

#include <cstddef>
#include <span>

namespace oovec::inline base {

// Replaces each of the rows of `right`, vectors b of `size` numbers, by the x that solves M·x = b.
// `matrix` is size × size and is overwritten. Returns false if it is not positive definite within
// rounding; then the contents of both are undefined.
[[nodiscard]] bool solve_positive_definite(std::size_t size, std::span<double> matrix,
                                           std::span<double> right);

}  // namespace oovec::inline base
