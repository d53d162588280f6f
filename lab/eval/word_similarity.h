// Word similarity data (MEN, SimLex-999, WordSim-353 and the like): pairs of words and how similar
// people find them. The figure of merit is Spearman's ρ between these scores and cosines.
//
// A word without a vector gets what the model makes of its form. Pairs with a word that has neither
// are left out.
#pragma once

#include <cstddef>
#include <vector>

#include "lab/eval/data_file.h"
#include "lab/eval/judged_pairs.h"
#include "lab/eval/metrics.h"
#include "oovec/model/inferrer.h"

namespace oovec::lab {

class WordSimilarity {
 public:
  // Throws Error(malformed) for a line of another form.
  explicit WordSimilarity(const DataFile& file);

  struct Result {
    double rho = 0;  // 0 if all cosines are the same
    Interval interval{};
    std::vector<double> samples;  // of ρ (metrics.h), which the interval is of
    std::size_t pairs = 0;
    std::size_t inferred = 0;  // pairs with a word that has no vector of its own
    std::size_t left_out = 0;
  };
  [[nodiscard]] Result evaluate(const Inferrer& model) const;

 private:
  std::vector<JudgedPair> pairs_;
};

}  // namespace oovec::lab
