// Permutations and bootstrap samples of units. A replicate is a weight w for each unit, and every
// statistic of it follows from Σ w·(sum of the unit). Not part of the public interface.
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

// What is resampled; different purposes get different random numbers. `item` numbers the objects of
// a kind; a pair has the number first·2¹⁶ + second.
enum class Purpose : std::uint64_t { means, pairs, groups, fit, coefficients };
[[nodiscard]] constexpr std::uint64_t purpose_of(Purpose kind, std::uint64_t item = 0) {
  return static_cast<std::uint64_t>(kind) << 40 | item;
}

// The number of replicates, and their seed.
struct Resampling {
  std::size_t permutations = 0, bootstraps = 0;
  std::uint64_t seed = 1;
  int threads = 0;
};

// Sets the weights of a replicate, which are 0 before: those of the first column for all units,
// then those of the next column. Called once for each replicate, by several threads at a time.
using DrawWeights = std::function<void(std::size_t replicate, std::span<float> weights)>;

// Σ w·row for each replicate and column (`dimension` numbers each), over the rows of a row-major
// matrix, one row for each weight of a column. The same bits for any number of threads.
[[nodiscard]] std::vector<double> replicate_sums(std::span<const float> rows, std::size_t dimension,
                                                 std::size_t replicates, std::size_t columns,
                                                 const DrawWeights& draw, int threads);

// How often each of `units` units occurs in a bootstrap sample of the same size.
[[nodiscard]] std::vector<std::uint32_t> draw_counts(std::size_t units, Random& random);

// The numbers 0 … size - 1 in random order.
[[nodiscard]] std::vector<std::uint32_t> draw_permutation(std::size_t size, Random& random);

// The random generator of a replicate for a purpose (purpose_of()).
[[nodiscard]] Random replicate_random(std::uint64_t seed, std::uint64_t purpose,
                                      std::size_t replicate);

// The 95 % interval of samples, some of which may be undefined. Nothing if more than one in twenty
// is undefined, or if there are no samples.
[[nodiscard]] std::optional<Interval> interval_of(std::span<const std::optional<double>> samples);

}  // namespace oovec::inline compare
