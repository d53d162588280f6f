// Adam (Kingma and Ba 2015), dense, and for tables of which each step touches few rows.
//
// Dense Adam moves every parameter at every step, also where the gradient is zero: with m and v the
// running means of the gradient and its square, and t the step,
//
//   θ ← θ − rate · m̂ / (√v̂ + ε),   m̂ = m / (1 − β₁ᵗ),   v̂ = v / (1 − β₂ᵗ)
//
// RowAdam gives the same numbers without visiting untouched rows: what a row has missed, steps with
// zero gradient, is made up for when it is next read. docs/decisions/adam.md derives the sum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oovec/train/adam_kernels.h"

namespace oovec::inline train {

struct AdamOptions {
  double rate = 0.01;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
};

AdamStep adam_step(const AdamOptions& options, std::uint64_t t);

class Adam {
 public:
  Adam(const AdamOptions& options, std::size_t size)
      : options_(options), mean_(size), square_(size) {}

  // Step t, counted from 1.
  void step(std::uint64_t t, std::span<const float> gradient, std::span<float> parameters);

  // The running means, to be saved and restored.
  std::span<float> mean() { return mean_; }
  std::span<float> square() { return square_; }

 private:
  AdamOptions options_;
  std::vector<float> mean_, square_;
};

// The effect of n steps with zero gradient after step t, in constant time, from tables with an
// entry per step.
class AdamGaps {
 public:
  AdamGaps(const AdamOptions& options, std::uint64_t steps);

  // 1 ≤ t, t + n ≤ steps.
  AdamGap operator()(std::uint64_t t, std::uint64_t n) const;

 private:
  std::vector<double> first_, second_;               // sums over all steps after t, to infinity
  std::vector<double> mean_powers_, square_powers_;  // β₁ⁿ, β₂ⁿ
};

// Of a table of rows × columns parameters. In each step t, counted from 1: read(row) every row that
// is used, then write(row, gradient) each of them once.
class RowAdam {
 public:
  RowAdam(const AdamOptions& options, std::size_t rows, std::size_t columns, std::uint64_t steps);

  void begin_step(std::uint64_t t);

  // Prefetches the row into the cache.
  void prefetch(std::size_t row) const;

  // The row as it is after step t − 1.
  std::span<const float> read(std::size_t row);
  void write(std::size_t row, std::span<const float> gradient);

  // All rows as they are after step t.
  void finish(std::uint64_t t);

  std::span<float> parameters() { return parameters_; }
  std::span<const float> parameters() const { return parameters_; }
  std::size_t columns() const { return columns_; }

  // To be saved and restored, with the parameters.
  std::span<float> means() { return mean_; }
  std::span<float> squares() { return square_; }
  std::span<std::uint32_t> last_steps() { return last_; }

 private:
  void catch_up(std::size_t row, std::uint64_t t);

  AdamOptions options_;
  AdamGaps gaps_;
  std::size_t columns_;
  std::uint64_t step_ = 0;
  AdamStep now_{};
  std::vector<float> parameters_, mean_, square_;
  std::vector<std::uint32_t> last_;  // per row: the last step it is up to date with
};

}  // namespace oovec::inline train
