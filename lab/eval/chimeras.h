// Chimeras (Lazaridou et al. 2017): made-up words, each with a few sentences and with human ratings
// of its similarity to some words, the probes.
//
//   id TAB sentence @@ sentence … TAB probe,… TAB rating,…        the word shown as ___
//
// The metric is Spearman's ρ between the ratings and the cosines of the inferred vector with the
// vectors of the probes, averaged over the made-up words. The form of a made-up word means nothing,
// so vectors are inferred from contexts alone. If nothing can be inferred, ρ counts as 0. Probes
// without a vector are left out, and so are words with fewer than two different ratings left.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "lab/eval/data_file.h"
#include "lab/eval/metrics.h"
#include "oovec/model/inferrer.h"

namespace oovec::lab {

class Chimeras {
 public:
  // Throws Error(malformed) if a line does not have this form, Error(usage) if no word can be
  // scored. The vectors must outlive the set.
  Chimeras(const DataFile& file, const WeightedVectors& vectors, const TokenizerOptions& text);

  std::size_t size() const { return items_.size(); }
  std::size_t left_out() const { return left_out_; }

  struct Scores {
    std::vector<double> correlations;       // ρ of each word that can be scored, in order
    std::vector<std::string> not_inferred;  // ids of words that the model has no vector for
  };
  // Vectors made elsewhere (given_vectors.h) are found by the id and the number of sentences.
  // Throws Error(usage) if they have a space of their own.
  [[nodiscard]] Scores score(const Inferrer& model) const;

  std::vector<double> correlations(const Inferrer& model) const {
    return score(model).correlations;
  }

 private:
  struct Item {
    std::string id;
    std::size_t sentences;
    ContextEvidence context;
    std::vector<std::size_t> probes;  // rows
    std::vector<double> ratings;
  };

  double correlation(std::span<const float> vector, const Item& item) const;

  const Embeddings& vectors_;
  std::vector<Item> items_;
  std::size_t left_out_ = 0;
};

}  // namespace oovec::lab
