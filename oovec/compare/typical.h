// What is typical of one group of contexts among several: words and contexts by the ratio of their
// cosines to the group and to all others together, as conText's nns_ratio. Not part of the public
// interface.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "oovec/compare/compare.h"
#include "oovec/compare/group_means.h"
#include "oovec/model/model.h"

namespace oovec::inline compare {

class TypicalFinder {
 public:
  // `nearest` are the words nearest to each group: of all of them together, typical ones are
  // chosen.
  TypicalFinder(const Model& model, const WordTable& table, const std::vector<SampledMean>& means,
                const std::vector<std::vector<WordCosine>>& nearest, const CompareOptions& options);

  [[nodiscard]] std::vector<TypicalWord> words(std::size_t group) const;
  [[nodiscard]] std::vector<TypicalContext> contexts(std::size_t group) const;

 private:
  // The mean of all other groups, or of sample number `sample` of each.
  std::vector<double> others(std::size_t group, std::optional<std::size_t> sample = {}) const;
  std::vector<double> without_unit(std::size_t group, std::size_t unit) const;
  std::optional<Interval> ratio_interval(std::size_t group, std::size_t row) const;

  const Model& model_;
  const WordTable& table_;
  const std::vector<SampledMean>& means_;
  std::vector<std::size_t> candidates_;  // rows of vectors
  const CompareOptions& options_;
};

}  // namespace oovec::inline compare
