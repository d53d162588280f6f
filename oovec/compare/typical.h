// Words and contexts that are typical of one group, by the ratio of their cosine to this group to
// their cosine to all other groups together (conText's nns_ratio). Not part of the public
// interface.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "oovec/compare/compare.h"
#include "oovec/compare/group_means.h"
#include "oovec/model/model.h"

namespace oovec::inline compare {

class TypicalFinder {
 public:
  // `nearest` has the words nearest to each group; typical words are chosen from all of these.
  TypicalFinder(const Model& model, const WordTable& table, const std::vector<SampledMean>& means,
                const std::vector<std::vector<WordCosine>>& nearest, const CompareOptions& options);

  [[nodiscard]] std::vector<TypicalWord> words(std::size_t group) const;
  [[nodiscard]] std::vector<TypicalContext> contexts(std::size_t group) const;

 private:
  // The mean of all other groups, from that of one group and Σ N_g·g of all.
  std::vector<double> others(std::size_t group, std::span<const double> mean,
                             std::span<const double> total) const;
  std::vector<double> others(std::size_t group) const;
  std::vector<double> without_unit(std::size_t group, std::size_t unit) const;
  void add_intervals(std::size_t group, std::vector<TypicalWord>& words) const;

  const Model& model_;
  const WordTable& table_;
  const std::vector<SampledMean>& means_;
  std::vector<std::size_t> candidates_;              // rows of vectors
  std::vector<double> total_;                        // Σ N_g·g
  std::vector<std::vector<double>> sampled_totals_;  // the same of bootstrap samples
  double contexts_ = 0;                              // Σ N_g
  const CompareOptions& options_;
};

}  // namespace oovec::inline compare
