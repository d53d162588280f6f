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

  // ρ of each word that can be scored, in the order of the file.
  std::vector<double> correlations(const Inferrer& model) const;

 private:
  struct Item {
    ContextEvidence context;
    std::vector<std::size_t> probes;  // rows
    std::vector<double> ratings;
  };

  double correlation(const Inferrer& model, const Item& item) const;

  const Embeddings& vectors_;
  std::vector<Item> items_;
  std::size_t left_out_ = 0;
};

}  // namespace oovec::lab
