#include "oovec/train/adam.h"

#include <cmath>

namespace oovec::inline train {
namespace {

// Below this a running mean has no influence, and would only slow the processor down as a
// denormal number.
constexpr double negligible = 1e-30;

// In the first steps ε_j below changes too fast to stand for its neighbours: they are made up for
// one by one.
constexpr std::uint64_t early_steps = 256;

// Of steps further away than this, the terms of a sum over all steps are 0 in double precision.
constexpr std::uint64_t horizon = 2000;

// √(1 − β₂ᵗ)
double square_correction(const AdamOptions& options, double t) {
  return std::sqrt(1 - std::pow(options.beta2, t));
}

double mean_correction(const AdamOptions& options, double t) {
  return 1 - std::pow(options.beta1, t);
}

}  // namespace

AdamStep adam_step(const AdamOptions& options, std::uint64_t t) {
  const auto time = static_cast<double>(t);
  const double correction = square_correction(options, time);
  return {static_cast<float>(options.beta1),
          static_cast<float>(options.beta2),
          static_cast<float>(1 - options.beta1),
          static_cast<float>(1 - options.beta2),
          static_cast<float>(options.rate * correction / mean_correction(options, time)),
          static_cast<float>(options.epsilon * correction)};
}

void Adam::step(std::uint64_t t, std::span<const float> gradient, std::span<float> parameters) {
  adam_update(adam_step(options_, t), gradient, mean_, square_, parameters);
}

// With ρ = β₁/√β₂ and a(τ) = rate·√(1 − β₂^τ)/(1 − β₁^τ), the j-th step after t subtracts
//
//   ρʲ·a(t+j)·m / (√v + ε_j),   ε_j = ε·√(1 − β₂^(t+j))/√β₂ʲ
//
// Past the first steps ε_j hardly changes while ρʲ falls to nothing, so one ε for the whole sum,
// the mean weighted by ρʲ·a, is as good. Σ_{j ≤ n} ρʲ·a(t+j) = S(t) − ρⁿ·S(t+n), where S sums to
// infinity; likewise for the sum weighted with ε_j, where ρ becomes β₁/β₂.
AdamGaps::AdamGaps(const AdamOptions& options, std::uint64_t steps)
    : first_(steps + horizon + 1),
      second_(steps + horizon + 1),
      mean_powers_(steps + 1),
      square_powers_(steps + 1) {
  const double ratio = options.beta1 / std::sqrt(options.beta2);
  const double epsilon_ratio = options.beta1 / options.beta2;
  for (std::uint64_t t = steps + horizon; t-- > 0;) {
    const auto next = static_cast<double>(t + 1);
    const double correction = square_correction(options, next);
    const double rate = options.rate * correction / mean_correction(options, next);
    first_[t] = ratio * (rate + first_[t + 1]);
    second_[t] = epsilon_ratio * (rate * options.epsilon * correction + second_[t + 1]);
  }
  for (std::uint64_t n = 0; n <= steps; ++n) {
    mean_powers_[n] = std::pow(options.beta1, static_cast<double>(n));
    square_powers_[n] = std::pow(options.beta2, static_cast<double>(n));
  }
}

AdamGap AdamGaps::operator()(std::uint64_t t, std::uint64_t n) const {
  const double mean = mean_powers_[n];
  const double square = square_powers_[n];
  if (mean < negligible)
    return {static_cast<float>(first_[t]), static_cast<float>(second_[t] / first_[t]), 0,
            static_cast<float>(square)};
  const double scale = first_[t] - mean / std::sqrt(square) * first_[t + n];
  const double epsilon = second_[t] - mean / square * second_[t + n];
  return {static_cast<float>(scale), static_cast<float>(epsilon / scale), static_cast<float>(mean),
          static_cast<float>(square)};
}

RowAdam::RowAdam(const AdamOptions& options, std::size_t rows, std::size_t columns,
                 std::uint64_t steps)
    : options_(options),
      gaps_(options, steps),
      columns_(columns),
      parameters_(rows * columns),
      mean_(rows * columns),
      square_(rows * columns),
      last_(rows) {}

void RowAdam::begin_step(std::uint64_t t) {
  step_ = t;
  now_ = adam_step(options_, t);
}

// A row that no step has touched has m = 0 and does not move.
void RowAdam::catch_up(std::size_t row, std::uint64_t t) {
  const std::size_t begin = row * columns_;
  const auto columns = [&](std::vector<float>& table) {
    return std::span(table).subspan(begin, columns_);
  };
  std::uint64_t last = last_[row];
  if (last == 0) return;
  while (last < t) {
    const std::uint64_t n = last < early_steps ? 1 : t - last;
    adam_skip(gaps_(last, n), columns(mean_), columns(square_), columns(parameters_));
    last += n;
  }
  last_[row] = static_cast<std::uint32_t>(t);
}

void RowAdam::prefetch(std::size_t row) const {
  constexpr std::size_t line = 64 / sizeof(float);
  for (std::size_t i = row * columns_; i < (row + 1) * columns_; i += line) {
    __builtin_prefetch(&parameters_[i], 1);
    __builtin_prefetch(&mean_[i], 1);
    __builtin_prefetch(&square_[i], 1);
  }
}

std::span<const float> RowAdam::read(std::size_t row) {
  catch_up(row, step_ - 1);
  return std::span(parameters_).subspan(row * columns_, columns_);
}

void RowAdam::write(std::size_t row, std::span<const float> gradient) {
  const std::size_t begin = row * columns_;
  adam_update(now_, gradient, std::span(mean_).subspan(begin, columns_),
              std::span(square_).subspan(begin, columns_),
              std::span(parameters_).subspan(begin, columns_));
  last_[row] = static_cast<std::uint32_t>(step_);
}

void RowAdam::finish(std::uint64_t t) {
  for (std::size_t row = 0; row < last_.size(); ++row) catch_up(row, t);
}

}  // namespace oovec::inline train
