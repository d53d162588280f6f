// Word similarity data (MEN, SimLex-999, WordSim-353 and the like): pairs of words and how similar
// people find them. The figure of merit is Spearman's ρ between these scores and cosines.
//
// A word without a vector gets what the model makes of its form. Pairs with a word that has neither
// are left out.
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
  // Throws Error(malformed) for a line of another form.
  explicit WordSimilarity(const DataFile& file);

  // Of the pairs, in order.
  std::vector<double> scores() const;

  // How many different words there are.
  std::size_t words() const;

  // What a model makes of the pairs.
  struct Cosines {
    std::vector<std::optional<double>> values;  // nothing for pairs with a word without vector
    std::size_t inferred = 0;                   // pairs with a word that was inferred
    std::vector<std::string> not_inferred;      // words without vector, in order, each once
  };
  [[nodiscard]] Cosines cosines(const Inferrer& model) const;

  struct Result {
    double rho = 0;  // 0 if all cosines are the same
    Interval interval{};
    std::size_t pairs = 0;
    std::size_t inferred = 0;  // pairs with a word that has no vector of its own
    std::size_t left_out = 0;
    std::vector<std::string> not_inferred;  // words
  };
  [[nodiscard]] Result evaluate(const Inferrer& model) const;

 private:
  std::vector<JudgedPair> pairs_;
};

// Spearman's ρ, 0 if one side is constant, and what it is on samples of the pairs (metrics.h).
struct SampledCorrelation {
  double rho = 0;
  std::vector<double> samples;
};
[[nodiscard]] SampledCorrelation correlate(std::span<const double> scores,
                                           std::span<const double> cosines);

}  // namespace oovec::lab
