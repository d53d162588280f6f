#include "oovec/compare/regression.h"

#include <cmath>

#include "oovec/base/cholesky.h"
#include "oovec/base/kernels.h"

namespace oovec::inline compare {
namespace {

using Numbers = std::vector<double>;

// The inverse of a symmetric positive definite matrix.
std::optional<Numbers> inverse(std::size_t size, Numbers matrix) {
  Numbers identity(size * size);
  for (std::size_t i = 0; i < size; ++i) identity[i * (size + 1)] = 1;
  if (!solve_positive_definite(size, matrix, identity)) return std::nullopt;
  return identity;
}

// Σ n·z·zᵀ, n being count(d) of unit d. With many levels most of z is 0.
template <class Count>
Numbers gram(const DesignedUnits& units, const Count& count) {
  Numbers sum(units.columns * units.columns);
  for (std::size_t d = 0; d < units.sums->size(); ++d) {
    const double n = count(d);
    const auto row = units.row(d);
    for (std::size_t j = 0; n > 0 && j < row.size(); ++j)
      if (row[j] != 0)
        axpy(n * row[j], row, std::span(sum).subspan(j * units.columns, units.columns));
  }
  return sum;
}

// H·Σ z_d·s_dᵀ, in double.
Numbers solve(const DesignedUnits& units, const Numbers& inverted) {
  const std::size_t k = units.sums->dimension;
  Numbers right(units.columns * k), solution(units.columns * k);
  for (std::size_t d = 0; d < units.sums->size(); ++d) {
    const auto sum = units.sums->sum(d);
    const auto row = units.row(d);
    for (std::size_t j = 0; j < units.columns; ++j)
      for (std::size_t i = 0; i < k; ++i) right[j * k + i] += row[j] * sum[i];
  }
  for (std::size_t j = 0; j < units.columns; ++j)
    for (std::size_t l = 0; l < units.columns; ++l)
      axpy(inverted[j * units.columns + l], std::span<const double>(right).subspan(l * k, k),
           std::span(solution).subspan(j * k, k));
  return solution;
}

// r_d, by unit.
std::vector<float> residuals(const DesignedUnits& units, const Numbers& coefficients) {
  const std::size_t k = units.sums->dimension;
  std::vector<float> all(units.sums->sums.size());
  for (std::size_t d = 0; d < units.sums->size(); ++d) {
    const auto sum = units.sums->sum(d);
    const auto row = units.row(d);
    Numbers rest(sum.begin(), sum.end());
    for (std::size_t j = 0; j < units.columns; ++j)
      axpy(-units.sums->counts[d] * row[j], std::span<const double>(coefficients).subspan(j * k, k),
           rest);
    for (std::size_t i = 0; i < k; ++i) all[d * k + i] = static_cast<float>(rest[i]);
  }
  return all;
}

Numbers product(std::size_t columns, const Numbers& inverted, std::span<const double> row) {
  Numbers result(columns);
  multiply(std::span<const double>(inverted), row, std::span(result));
  return result;
}

// |r_d|² / (1 − h_d) of every unit; empty if some unit alone decides a coefficient.
Numbers squared_residuals(const DesignedUnits& units, const Numbers& inverted,
                          const Numbers& coefficients) {
  constexpr double least = 1e-9;
  const std::size_t k = units.sums->dimension;
  const std::vector<float> all = residuals(units, coefficients);
  Numbers squares(units.sums->size());
  for (std::size_t d = 0; d < squares.size(); ++d) {
    const auto row = units.row(d);
    const double leverage =
        units.sums->counts[d] *
        dot(row, std::span<const double>(product(units.columns, inverted, row)));
    if (!(1 - leverage > least)) return {};
    const double length = length_of(std::span(all).subspan(d * k, k));
    squares[d] = length * length / (1 - leverage);
  }
  return squares;
}

// Adds (H·z)_j²·share to the noise of each column.
void add_noise(const Numbers& scores, double share, Numbers& noise) {
  for (std::size_t j = 0; j < noise.size(); ++j) noise[j] += scores[j] * scores[j] * share;
}

Numbers noise_of(const DesignedUnits& units, const Numbers& inverted, const Numbers& squares) {
  if (squares.empty()) return {};
  Numbers noise(units.columns);
  for (std::size_t d = 0; d < squares.size(); ++d)
    add_noise(product(units.columns, inverted, units.row(d)), squares[d], noise);
  return noise;
}

// What a bootstrap sample needs beside its sums.
struct Draw {
  bool defined = false;
  Numbers noise;
};

void add_samples(const DesignedUnits& units, const Numbers& squares, const Resampling& resampling,
                 std::uint64_t purpose, SampledFit& fit) {
  const std::size_t k = units.sums->dimension, columns = units.columns;
  std::vector<Draw> draws(resampling.bootstraps);
  const DrawWeights draw = [&](std::size_t replicate, std::span<float> weights) {
    Random random = replicate_random(resampling.seed, purpose, replicate);
    const std::size_t size = units.sums->size();
    const std::vector<std::uint32_t> copies = draw_counts(size, random);
    const auto inverted = inverse(
        columns, gram(units, [&](std::size_t d) { return copies[d] * units.sums->counts[d]; }));
    if (!inverted) return;
    draws[replicate] = {true, Numbers(squares.empty() ? 0 : columns)};
    for (std::size_t d = 0; d < size; ++d) {
      if (copies[d] == 0) continue;
      const Numbers scores = product(columns, *inverted, units.row(d));
      for (std::size_t j = 0; j < columns; ++j)
        weights[j * size + d] = static_cast<float>(copies[d] * scores[j]);
      if (!squares.empty())
        add_noise(scores, static_cast<double>(copies[d]) * copies[d] * squares[d],
                  draws[replicate].noise);
    }
  };
  const Numbers drawn =
      replicate_sums(units.sums->sums, k, draws.size(), columns, draw, resampling.threads);
  for (std::size_t i = 0; i < draws.size(); ++i) {
    fit.samples.emplace_back();
    if (!draws[i].defined) continue;
    const auto coefficients = std::span(drawn).subspan(i * columns * k, columns * k);
    fit.samples.back() = {{coefficients.begin(), coefficients.end()}, std::move(draws[i].noise)};
  }
}

// The same units without a column.
DesignedUnits without_column(const DesignedUnits& units, std::size_t column) {
  DesignedUnits reduced{units.sums, units.columns - 1, {}};
  for (std::size_t d = 0; d < units.sums->size(); ++d)
    for (std::size_t j = 0; j < units.columns; ++j)
      if (j != column) reduced.rows.push_back(units.row(d)[j]);
  return reduced;
}

}  // namespace

std::optional<SampledFit> fit_regression(const DesignedUnits& units, const Resampling& resampling,
                                         std::uint64_t purpose) {
  const auto inverted =
      inverse(units.columns, gram(units, [&](std::size_t d) { return units.sums->counts[d]; }));
  if (!inverted) return std::nullopt;
  SampledFit fit;
  fit.coefficients = solve(units, *inverted);
  const Numbers squares = squared_residuals(units, *inverted, fit.coefficients);
  fit.noise = noise_of(units, *inverted, squares);
  if (resampling.bootstraps > 0) add_samples(units, squares, resampling, purpose, fit);
  return fit;
}

std::optional<double> test_coefficient(const DesignedUnits& units, std::size_t column,
                                       const Resampling& resampling, std::uint64_t purpose) {
  const std::size_t size = units.sums->size(), k = units.sums->dimension;
  if (resampling.permutations == 0 || size <= units.columns) return std::nullopt;
  const DesignedUnits reduced = without_column(units, column);
  const auto inverted =
      inverse(reduced.columns, gram(reduced, [&](std::size_t d) { return units.sums->counts[d]; }));
  if (!inverted) return std::nullopt;
  const std::vector<float> rest = residuals(reduced, solve(reduced, *inverted));
  std::vector<char> defined(1 + resampling.permutations);
  double share = 0;  // |β|² / share is what the coefficient explains of Σ |x|²
  // Replicate 0 is what was observed.
  const DrawWeights draw = [&](std::size_t replicate, std::span<float> weights) {
    Random random = replicate_random(resampling.seed, purpose, replicate);
    std::vector<std::uint32_t> order = draw_permutation(size, random);
    if (replicate == 0)
      for (std::size_t d = 0; d < size; ++d) order[d] = static_cast<std::uint32_t>(d);
    Numbers all = gram(units, [&](std::size_t d) { return units.sums->counts[order[d]]; });
    Numbers scores(units.columns);  // the row of the inverse for this column
    scores[column] = 1;
    if (!solve_positive_definite(units.columns, all, scores)) return;
    defined[replicate] = 1;
    if (replicate == 0) share = scores[column];
    for (std::size_t d = 0; d < size; ++d)
      weights[order[d]] = static_cast<float>(dot(std::span<const double>(scores), units.row(d)));
  };
  const Numbers drawn = replicate_sums(rest, k, defined.size(), 1, draw, resampling.threads);
  Numbers norms;
  for (std::size_t i = 0; i < defined.size(); ++i)
    if (defined[i] != 0) {
      const auto coefficient = std::span(drawn).subspan(i * k, k);
      norms.push_back(dot(coefficient, coefficient));
    }
  if (defined.front() == 0) return std::nullopt;
  if (norms.front() <= share * units.sums->rounding({0, size})) return 1;
  return permutation_p(norms.front(), std::span(norms).subspan(1));
}

}  // namespace oovec::inline compare
