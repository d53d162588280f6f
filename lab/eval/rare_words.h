// Contextual Rare Words data (Khodak et al. 2018): pairs of words that people judged, and many
// sentences with each rare word.
//
//   pairs.txt           w1 TAB w2 TAB score      w2 is the rare word; # begins a comment
//   context/w2.txt      a sentence per line
//
// The figure of merit is Spearman's ρ between the scores and the cosines of e(w1) and the vector
// inferred for w2, given 1, 2, 4 … 128 of its sentences (or all, if it has fewer). A trial puts the
// sentences of each word into a random order, a function of seed, trial and word alone, and takes
// them from the front: all models are given the same, and more sentences always include the fewer.
//
// As in the paper, a w1 without a vector gets one as w2 does, from its own file in context/ or, if
// there is none, from its form alone. Where nothing can be inferred the cosine counts as 0.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/eval/data_file.h"
#include "lab/eval/dev_set.h"
#include "lab/eval/judged_pairs.h"
#include "lab/eval/metrics.h"

namespace oovec::lab {

// The path itself or, for a folder, that of pairs.txt in it; and the folder of contexts beside.
[[nodiscard]] std::string find_pairs_file(const std::string& path);
[[nodiscard]] std::string find_contexts(const std::string& pairs_file);

class RareWords : public DevSet {
 public:
  // How many sentences are given.
  static constexpr std::array<std::size_t, 8> counts = {1, 2, 4, 8, 16, 32, 64, 128};

  // Throws Error(malformed) for a line of another form, if all scores are the same, or if a rare
  // word has no sentence; Error(io) if it has no file in the folder `contexts`.
  RareWords(const DataFile& file, const std::string& contexts, const WeightedVectors& vectors,
            const TokenizerOptions& text, const DevSetOptions& options);

  // The rare ones.
  [[nodiscard]] std::vector<std::string> words() const override;

  // The mean ρ over numbers of sentences and trials.
  [[nodiscard]] DevScore score(const Inferrer& model) const override;

  // Of the rare words with every number of sentences, in the first trial.
  [[nodiscard]] InferredLengths lengths(const Inferrer& model) const override;

  std::size_t size() const { return pairs_.size(); }
  const JudgedPair& pair(std::size_t i) const { return judged_[i]; }

  // How many different words vectors are inferred for.
  std::size_t inferred_words() const { return items_.size(); }

  // For each trial and number of sentences, the cosines of all pairs.
  using Similarities = std::array<std::vector<double>, counts.size()>;
  std::vector<Similarities> similarities(const Inferrer& model) const {
    return answer(model).trials;
  }

  struct Answers {
    std::vector<Similarities> trials;
    std::vector<std::string> not_inferred;  // words that lack a vector in some trial
    std::size_t answered = 0;               // pairs without such a word
  };
  // Throws Error(usage) for given vectors (given_vectors.h) that have some of the words, but no
  // file for a number of sentences.
  [[nodiscard]] Answers answer(const Inferrer& model) const;

  // ρ for each trial and number of sentences; 0 where all cosines are the same.
  using Correlations = std::array<double, counts.size()>;
  std::vector<Correlations> correlations(std::span<const Similarities> trials) const;
  std::vector<Correlations> correlations(const Inferrer& model) const {
    return correlations(similarities(model));
  }

  // The mean of these: the score.
  double mean_correlation(std::span<const Similarities> trials) const;

  // What it is on samples (metrics.h) of the rare words, each drawn with all of its pairs.
  [[nodiscard]] std::vector<double> resample(std::span<const Similarities> trials,
                                             std::uint64_t seed = 1) const;

  // What ρ, the mean over the trials, is on the same samples for each number of sentences.
  using Samples = std::array<std::vector<double>, counts.size()>;
  [[nodiscard]] Samples resample_each(std::span<const Similarities> trials,
                                      std::uint64_t seed = 1) const;

 private:
  struct Item {
    std::string word;
    std::vector<ContextEvidence> contexts;  // for each trial, for each number of sentences
  };
  struct Pair {
    std::optional<std::size_t> first_row;   // of e(w1)
    std::optional<std::size_t> first_item;  // if there is none
    std::size_t second_item;
  };

  std::vector<double> resample(std::span<const Similarities> trials, std::size_t first_count,
                               std::size_t end_count, std::uint64_t seed) const;
  double similarity(const Pair& pair, std::span<const std::vector<float>> inferred) const;

  const Embeddings& vectors_;
  int threads_;
  Progress* progress_;
  std::size_t trials_;
  std::vector<Item> items_;  // words to infer
  std::vector<Pair> pairs_;
  std::vector<JudgedPair> judged_;
  std::vector<double> scores_;  // of the pairs
};

// For each number of sentences, over the trials.
[[nodiscard]] std::array<Spread, RareWords::counts.size()> summarize(
    std::span<const RareWords::Correlations> trials);

}  // namespace oovec::lab
