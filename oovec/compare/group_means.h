// The mean vectors of groups of contexts, their differences, and intervals and tests of these. Not
// part of the public interface.
//
// Let s_d be the sum of the n_d contexts of unit d. The mean of a group is g = Σ s_d / Σ n_d.
// Because of noise, |g|² is too large, and the cosine of two means too low. The debiased |g|²
// leaves out the products of contexts of the same unit:
//
//   Σ_{d≠e} s_d·s_e / Σ_{d≠e} n_d·n_e = (|Σ s_d|² − Σ |s_d|²) / ((Σ n_d)² − Σ n_d²)
//
// It is unbiased if units are independent, and may be negative if there is nothing but noise. In a
// bootstrap sample, the copies of a unit count as one unit, so that samples are centred near the
// estimate.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "oovec/compare/compare.h"
#include "oovec/compare/resample.h"
#include "oovec/compare/unit_sums.h"

namespace oovec::inline compare {

// A mean, and its debiased |g|², which a single unit does not have.
struct GroupMean {
  std::vector<double> mean;
  std::optional<double> squared;
};

// The mean of a group, and of bootstrap samples of its units.
struct SampledMean {
  GroupMean all;
  std::vector<GroupMean> samples;  // none of a single unit
};

[[nodiscard]] SampledMean sample_mean(const UnitSums& sums, UnitRange units,
                                      const Resampling& resampling, std::uint64_t purpose);

// Everything about two groups except the p-value.
[[nodiscard]] ComparePair compare_means(const SampledMean& first, const SampledMean& second);

// The p-value of a permutation test of the hypothesis that the groups do not differ. Units are
// assigned to groups at random, each group keeping its number of units; the statistic is Σ_g N_g·|g
// − mean of all|². For two groups, it orders permutations almost as |g₁ − g₂| does, and exactly so
// if all units have the same number of contexts. Nothing if each group is a single unit, or without
// permutations.
[[nodiscard]] std::optional<double> test_groups(const UnitSums& sums,
                                                std::span<const UnitRange> groups,
                                                const Resampling& resampling,
                                                std::uint64_t purpose);

}  // namespace oovec::inline compare
