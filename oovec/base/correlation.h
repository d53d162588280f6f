// Correlation of two lists of numbers. Numbers must be finite, and their fourth powers, too.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace oovec::inline base {

// The place of each value in ascending order, from 1; equal values share the mean of their places.
std::vector<double> average_ranks(std::span<const double> values);

// Pearson's r; nothing if one side is constant, or has fewer than two values.
[[nodiscard]] std::optional<double> pearson(std::span<const double> x, std::span<const double> y);

// Spearman's ρ: Pearson's r of the average ranks, so that ties count as they should.
[[nodiscard]] std::optional<double> spearman(std::span<const double> x, std::span<const double> y);

}  // namespace oovec::inline base
