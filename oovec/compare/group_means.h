// The mean vectors of groups of contexts, how they differ, and how sure that is. Not part of the
// public interface.
//
// With s_d the sum of the n_d contexts of unit d, a group's mean is g = Σ s_d / Σ n_d. By noise
// alone |g|² is too large, and the cosine of two means too low. The debiased |g|² leaves out what
// contexts of one unit have in common with themselves:
//
//   Σ_{d≠e} s_d·s_e / Σ_{d≠e} n_d·n_e = (|Σ s_d|² − Σ |s_d|²) / ((Σ n_d)² − Σ n_d²)
//
// It is unbiased where units are independent, and may be below 0 where all is noise. In a bootstrap
// sample the copies of a unit count as one unit, so that samples are about what they are taken of.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "oovec/compare/compare.h"
#include "oovec/compare/resample.h"
#include "oovec/compare/unit_sums.h"

namespace oovec::inline compare {

// A mean, and its debiased |g|²; nothing of a single unit.
struct GroupMean {
  std::vector<double> mean;
  std::optional<double> squared;
};

// A group's mean and what it is on bootstrap samples of its units.
struct SampledMean {
  GroupMean all;
  std::vector<GroupMean> samples;  // none of a single unit
};

[[nodiscard]] SampledMean sample_mean(const UnitSums& sums, UnitRange units,
                                      const Resampling& resampling, std::uint64_t purpose);

// Everything about two groups but the p-value.
[[nodiscard]] ComparePair compare_means(const SampledMean& first, const SampledMean& second);

// A permutation test of the groups being one: how often units that are dealt to groups at random,
// to each as many as it has, differ as much, by Σ_g N_g·|g − mean of all|². Of two groups that
// orders permutations nearly as |g₁ − g₂| does, and just so where units have equally many contexts.
// Nothing if each group is a single unit, or without permutations.
[[nodiscard]] std::optional<double> test_groups(const UnitSums& sums,
                                                std::span<const UnitRange> groups,
                                                const Resampling& resampling,
                                                std::uint64_t purpose);

}  // namespace oovec::inline compare
