// Permutations and bootstrap samples over units, by their sums alone: what a replicate takes is a
// weight per unit, and what it needs Σ w·(sum of the unit). Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "oovec/base/random.h"
#include "oovec/base/statistics.h"

namespace oovec::inline compare {

// What is resampled, so that no two purposes get the same random numbers: which of the things of a
// kind, of pairs by first·2¹⁶ + second.
enum class Purpose : std::uint64_t { means, pairs, groups, fit, coefficients };
[[nodiscard]] constexpr std::uint64_t purpose_of(Purpose kind, std::uint64_t item = 0) {
  return static_cast<std::uint64_t>(kind) << 40 | item;
}

// How often something is resampled, and from which seed.
struct Resampling {
  std::size_t permutations = 0, bootstraps = 0;
  std::uint64_t seed = 1;
  int threads = 0;
};

// Sets the weights of a replicate, all 0 before: those of the first column for all units, then
// those of the next. May be called by several threads at once, once for each replicate.
using DrawWeights = std::function<void(std::size_t replicate, std::span<float> weights)>;

// For each replicate and column Σ w·row, `dimension` numbers, over as many rows of a row-major
// matrix as there are weights in a column. The same bits for any number of threads.
[[nodiscard]] std::vector<double> replicate_sums(std::span<const float> rows, std::size_t dimension,
                                                 std::size_t replicates, std::size_t columns,
                                                 const DrawWeights& draw, int threads);

// How often each of so many units is in a bootstrap sample as large as all.
[[nodiscard]] std::vector<std::uint32_t> draw_counts(std::size_t units, Random& random);

// The numbers 0 … size - 1 in random order.
[[nodiscard]] std::vector<std::uint32_t> draw_permutation(std::size_t size, Random& random);

// The generator of a replicate of what purpose_of() names.
[[nodiscard]] Random replicate_random(std::uint64_t seed, std::uint64_t purpose,
                                      std::size_t replicate);

// The interval of samples, some of which may not be defined: nothing if more than one in twenty is
// not, or if there are none.
[[nodiscard]] std::optional<Interval> interval_of(std::span<const std::optional<double>> samples);

}  // namespace oovec::inline compare
