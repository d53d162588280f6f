// Definitional Nonce data (Herbelot & Baroni 2017): words and one definition of each.
//
//   word TAB sentence        the word shown as ___; # begins a comment
//
// A model infers a vector from each definition. The metric is the rank of the word's true vector
// e(w) among the vectors of all words, by cosine to the inferred one. Words without e(w) are left
// out. If the model infers nothing, the rank is the worst: the size of the vocabulary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/eval/data_file.h"
#include "lab/eval/dev_set.h"
#include "lab/eval/metrics.h"

namespace oovec::lab {

class Definitions : public DevSet {
 public:
  // Throws Error(malformed) if a line does not have this form, Error(usage) if no word has a
  // vector.
  Definitions(const DataFile& file, const WeightedVectors& vectors, const TokenizerOptions& text,
              const DevSetOptions& options);

  [[nodiscard]] std::vector<std::string> words() const override;

  // Mean reciprocal rank.
  [[nodiscard]] DevScore score(const Inferrer& model) const override;

  [[nodiscard]] InferredLengths lengths(const Inferrer& model) const override;

  // The words that can be scored, in the order of the file, and the number of those that cannot.
  std::size_t size() const { return items_.size(); }
  const std::string& word(std::size_t i) const { return items_[i].word; }
  const ContextEvidence& context(std::size_t i) const { return items_[i].context; }
  std::size_t left_out() const { return left_out_; }

  struct Ranking {
    std::vector<std::size_t> ranks;         // of each word
    std::vector<std::string> not_inferred;  // words that the model has no vector for
  };
  // Throws Error(usage) if the model consists of given vectors (given_vectors.h) with a space of
  // their own.
  [[nodiscard]] Ranking rank(const Inferrer& model) const;

  std::vector<std::size_t> ranks(const Inferrer& model) const { return rank(model).ranks; }

 private:
  struct Item {
    std::string word;
    std::size_t row;  // of e(w)
    ContextEvidence context;
  };

  using Inferred = std::vector<std::optional<std::vector<float>>>;

  [[nodiscard]] Inferred infer(const Inferrer& model) const;

  const Embeddings& vectors_;
  int threads_;
  std::vector<Item> items_;
  std::size_t left_out_ = 0;
};

// The paper's metrics, with bootstrap intervals over the words (metrics.h).
struct RankSummary {
  double median, mrr;
  Interval median_interval, mrr_interval;
};

// The mean reciprocal rank on bootstrap samples of the words (metrics.h).
[[nodiscard]] std::vector<double> resample_mrr(std::span<const std::size_t> ranks,
                                               std::uint64_t seed = 1);

// There must be at least one rank.
[[nodiscard]] RankSummary summarize(std::span<const std::size_t> ranks, std::uint64_t seed = 1);

}  // namespace oovec::lab
