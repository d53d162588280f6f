// Vectors of n-grams by ridge regression: those that minimise
//
//   Σ ω_w·|Σ n_s / √|S_w| − y_w|² + λ·Σ |n_s|²        over words w and their n-grams s ∈ S_w
//
// after ten steps of conjugate gradients from zero, preconditioned with the diagonal. With dropout,
// the first term is its mean over the ways in which each n-gram of S_w drops out with probability
// p, while the others are divided by 1 − p. That has a closed form, so nothing is drawn: it adds
//
//   p / (1 − p) · Σ ω_w / |S_w| · |n_s|²                  over words w and their n-grams s ∈ S_w
//
// Components of the vectors do not depend on each other: they are solved in groups, each group by
// one thread, so the number of threads changes no bit.
//
// A step goes once through the words: it reads the n-grams of a word and adds to them. Memory: four
// numbers per n-gram and component of a group. Not part of the public interface.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "oovec/train/ngram_table.h"

namespace oovec::inline train {

class FormRidge {
 public:
  // Components solved for together: a cache line of them.
  static constexpr std::size_t width = 16;
  static constexpr int default_steps = 10;
  struct alignas(64) Row : std::array<float, width> {};
  using Rows = std::vector<Row>;

  // Words are rows of the n-gram table, which must outlive this; `weights` is ω of each.
  FormRidge(const NgramTable& ngrams, std::span<const std::uint32_t> words,
            std::span<const float> weights, double dropout = 0);

  // `targets` is y of each word. Returns the vectors of all n-grams; nothing if stop(), called
  // before every step, said so.
  [[nodiscard]] std::optional<Rows> solve(std::span<const Row> targets, double lambda,
                                          const std::function<bool()>& stop,
                                          int steps = default_steps) const;

 private:
  Rows right_side(std::span<const Row> targets) const;
  std::vector<float> penalties(float lambda) const;
  std::vector<float> inverse_diagonal(std::span<const float> penalties) const;
  void add_product(const Rows& x, Rows& product) const;

  const NgramTable& ngrams_;
  std::span<const std::uint32_t> words_;
  std::vector<float> scales_;  // √ω / √|S| of each word
  // A number per n-gram.
  std::vector<float> diagonal_;  // of BᵀB (form_ridge.cc)
  std::vector<float> dropped_;   // what dropout adds to λ
};

}  // namespace oovec::inline train
