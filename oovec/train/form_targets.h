// The rows of the regression on n-grams: one for every word that is learned from, then one for the
// misspelling of each word that has one. Each row has a spelling, a weight, and a target in groups
// of components. Not part of the public interface.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oovec/train/form_ridge.h"
#include "oovec/train/neutral_space.h"
#include "oovec/train/training_data.h"

namespace oovec::inline train {

class FormTargets {
 public:
  using Rows = FormRidge::Rows;
  using Mean = std::array<float, FormRidge::width>;

  // Both must outlive this.
  FormTargets(const TrainingData& data, const NeutralSpace& space);

  // Of every row: the word, the row of the n-gram table that spells it, and ω.
  std::span<const std::uint32_t> words() const { return words_; }
  std::span<const std::uint32_t> spellings() const { return spellings_; }
  std::span<const float> weights() const { return weights_; }

  // y of these words, components from `first` on; those beyond the last are 0.
  [[nodiscard]] Rows components(std::span<const std::uint32_t> words, std::size_t first) const;

  // y projected to random directions, all components of which are ±1/√k; other groups have other
  // directions.
  [[nodiscard]] Rows projected(std::span<const std::uint32_t> words, std::size_t group) const;

  // Takes their weighted mean, y₀, out of the targets of all rows.
  Mean take_out_mean(Rows& targets) const;

 private:
  const TrainingData& data_;
  const NeutralSpace& space_;
  std::vector<std::uint32_t> words_, spellings_;
  std::vector<float> weights_;
};

}  // namespace oovec::inline train
