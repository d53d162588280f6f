// Word similarity data (MEN, SimLex-999, WordSim-353 …): pairs of words with human judgements of
// their similarity. The metric is Spearman's ρ between these scores and the cosines.
//
// A word without a vector gets the one that the model infers from its form. A pair with a word that
// has neither is left out.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/eval/data_file.h"
#include "lab/eval/judged_pairs.h"
#include "lab/eval/metrics.h"
#include "oovec/model/inferrer.h"

namespace oovec::lab {

class WordSimilarity {
 public:
  // Throws Error(malformed) if a line does not have this form.
  explicit WordSimilarity(const DataFile& file);

  // The scores of the pairs, in order.
  std::vector<double> scores() const;

  // The number of different words.
  std::size_t words() const;

  // The cosines of the pairs, by the vectors of a model.
  struct Cosines {
    std::vector<std::optional<double>> values;  // nothing for a pair with a word without a vector
    std::size_t inferred = 0;                   // number of pairs with an inferred word
    std::vector<std::string> not_inferred;      // words without a vector, in order, each once
  };
  [[nodiscard]] Cosines cosines(const Inferrer& model) const;

  struct Result {
    double rho = 0;  // 0 if all cosines are equal
    Interval interval{};
    std::size_t pairs = 0;
    std::size_t inferred = 0;  // number of pairs with a word that has no vector of its own
    std::size_t left_out = 0;
    std::vector<std::string> not_inferred;  // words
  };
  [[nodiscard]] Result evaluate(const Inferrer& model) const;

 private:
  std::vector<JudgedPair> pairs_;
};

// Spearman's ρ, which is 0 if one side is constant, and its values on bootstrap samples of the
// pairs (metrics.h).
struct SampledCorrelation {
  double rho = 0;
  std::vector<double> samples;
};
[[nodiscard]] SampledCorrelation correlate(std::span<const double> scores,
                                           std::span<const double> cosines);

}  // namespace oovec::lab
