// Chimeras (Lazaridou et al. 2017): made-up words, a few sentences with each, and how similar
// people found them to some words.
//
//   id TAB sentence @@ sentence … TAB probe,… TAB rating,…        the word shown as ___
//
// The figure of merit is Spearman's ρ between ratings and the cosines of the inferred vector and
// the probes', for each made-up word, and the mean over them. The word has no form that could tell:
// vectors are inferred from contexts alone. Where nothing can be inferred ρ counts as 0. Probes
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
  // Throws Error(malformed) for a line of another form, Error(usage) if no word can be scored. The
  // vectors must outlive the set.
  Chimeras(const DataFile& file, const WeightedVectors& vectors, const TokenizerOptions& text);

  std::size_t size() const { return items_.size(); }
  std::size_t left_out() const { return left_out_; }

  struct Scores {
    std::vector<double> correlations;       // ρ of each word that can be scored, in order
    std::vector<std::string> not_inferred;  // ids of words that the model has no vector for
  };
  // Vectors made elsewhere (given_vectors.h) are found by the id and the number of sentences.
  // Throws Error(usage) for those with a space of their own.
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
