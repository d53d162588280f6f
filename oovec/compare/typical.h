// Words and contexts that are typical of one group, by the ratio of their cosine to this group to
// their cosine to all other groups together (conText's nns_ratio). Not part of the public
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
  // `nearest` has the words nearest to each group; typical words are chosen from all of these.
  TypicalFinder(const Model& model, const WordTable& table, const std::vector<SampledMean>& means,
                const std::vector<std::vector<WordCosine>>& nearest, const CompareOptions& options);

  [[nodiscard]] std::vector<TypicalWord> words(std::size_t group) const;
  [[nodiscard]] std::vector<TypicalContext> contexts(std::size_t group) const;

 private:
  // The mean of all other groups, or of bootstrap sample number `sample` of each.
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
