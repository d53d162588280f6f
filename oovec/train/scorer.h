// Scores a model during training: words that it must not learn from, and how well it infers them.
// The lab's development sets are such scorers (lab/eval/dev_set.h).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "oovec/model/inferrer.h"

namespace oovec::inline train {

struct DevScore {
  double value;  // higher is better
  std::vector<std::pair<std::string, double>> details;
};

class Scorer {
 public:
  virtual ~Scorer() = default;

  // Each word once, spelled as by normal_word().
  [[nodiscard]] virtual std::vector<std::string> words() const = 0;

  // The model must have the vectors, text options and word weights that the scorer was opened with.
  [[nodiscard]] virtual DevScore score(const Inferrer& model) const = 0;
};

// Opens scorers for models that read text and weigh words like this. The vectors and weights
// outlive them.
using OpenScorers = std::function<std::vector<std::unique_ptr<Scorer>>(
    const WeightedVectors& vectors, const TokenizerOptions& text, int threads)>;

}  // namespace oovec::inline train
