// The à la carte embedding regression: least squares of context vectors on covariates, x = Bᵀz + ε
// for every context, where z is the row that encodes the covariates (design.h). Not part of the
// public interface.
//
//   H = (Σ n_d·z_d·z_dᵀ)⁻¹        B = H·Σ z_d·s_dᵀ        r_d = s_d − n_d·Bᵀz_d
//
// over units d, whose n_d contexts share z_d and have the sum s_d. Of coefficient j:
//
//   |β_j|² − Σ_d (H·z_d)_j²·|r_d|² / (1 − h_d),        h_d = n_d·z_dᵀ·H·z_d
//
// is its debiased squared norm: minus the cluster-robust estimate (CR2 of Bell & McCaffrey, for the
// trace) of what noise adds. In a bootstrap sample, the copies of a unit count as one unit. A
// coefficient is tested by permuting residuals (Freedman & Lane 1983): the model is fitted without
// it, and the residuals of all contexts of a unit move together to the covariates of another unit.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "oovec/compare/resample.h"
#include "oovec/compare/unit_sums.h"

namespace oovec::inline compare {

// Units with the row of covariates of each.
struct DesignedUnits {
  const UnitSums* sums;
  std::size_t columns;
  std::vector<double> rows;  // unit after unit

  std::span<const double> row(std::size_t unit) const {
    return std::span(rows).subspan(unit * columns, columns);
  }
};

struct SampledFit {
  std::vector<double> coefficients;  // B, column after column of the covariates
  std::vector<double> noise;         // per column what noise adds to |β|²; empty if not known
  // The same for bootstrap samples; samples in which the covariates are linearly dependent are
  // missing.
  struct Sample {
    std::vector<double> coefficients, noise;
  };
  std::vector<std::optional<Sample>> samples;
};

// Nothing if the covariates are not linearly independent.
[[nodiscard]] std::optional<SampledFit> fit_regression(const DesignedUnits& units,
                                                       const Resampling& resampling,
                                                       std::uint64_t purpose);

// The p-value of a column's coefficient. Nothing without permutations, or if there are too few
// units.
[[nodiscard]] std::optional<double> test_coefficient(const DesignedUnits& units, std::size_t column,
                                                     const Resampling& resampling,
                                                     std::uint64_t purpose);

}  // namespace oovec::inline compare
