// Contextual Rare Words data (Khodak et al. 2018): pairs of words whose similarity people have
// judged, and many sentences with each rare word.
//
//   pairs.txt           w1 TAB w2 TAB score      w2 is the rare word; # begins a comment
//   context/w2.txt      a sentence per line
//
// The metric is Spearman's ρ between the scores and the cosines of e(w1) with the vector inferred
// for w2, given 1, 2, 4 … 128 of its sentences (or all, if it has fewer). A trial shuffles the
// sentences of each word and takes them from the front, so larger samples contain the smaller ones.
// The order depends only on seed, trial and word, so all models get the same sentences.
//
// As in the paper, a w1 without a vector is inferred like w2, from its own file in context/ or, if
// there is none, from its form alone. If nothing can be inferred, the cosine counts as 0.
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

// The path itself or, for a folder, the path of pairs.txt in it.
[[nodiscard]] std::string find_pairs_file(const std::string& path);
// The folder of contexts beside the file of pairs.
[[nodiscard]] std::string find_contexts(const std::string& pairs_file);

class RareWords : public DevSet {
 public:
  // The numbers of sentences that are given.
  static constexpr std::array<std::size_t, 8> counts = {1, 2, 4, 8, 16, 32, 64, 128};

  // Throws Error(malformed) if a line does not have this form, if all scores are equal, or if a
  // rare word has no sentence; Error(io) if it has no file in the folder `contexts`.
  RareWords(const DataFile& file, const std::string& contexts, const WeightedVectors& vectors,
            const TokenizerOptions& text, const DevSetOptions& options);

  // The rare words.
  [[nodiscard]] std::vector<std::string> words() const override;

  // The mean ρ over numbers of sentences and trials.
  [[nodiscard]] DevScore score(const Inferrer& model) const override;

  // The lengths for the rare words with every number of sentences, in the first trial.
  [[nodiscard]] InferredLengths lengths(const Inferrer& model) const override;

  std::size_t size() const { return pairs_.size(); }
  const JudgedPair& pair(std::size_t i) const { return judged_[i]; }

  // The number of different words to infer.
  std::size_t inferred_words() const { return items_.size(); }

  // For each trial and number of sentences, the cosines of all pairs.
  using Similarities = std::array<std::vector<double>, counts.size()>;
  std::vector<Similarities> similarities(const Inferrer& model) const {
    return answer(model).trials;
  }

  struct Answers {
    std::vector<Similarities> trials;
    std::vector<std::string> not_inferred;  // words that get no vector in some trial
    std::size_t answered = 0;               // number of pairs without such a word
  };
  // Throws Error(usage) if the model consists of given vectors (given_vectors.h) that have some of
  // the words, but no file for one of the numbers of sentences.
  [[nodiscard]] Answers answer(const Inferrer& model) const;

  // ρ for each trial and number of sentences; 0 if all cosines are equal.
  using Correlations = std::array<double, counts.size()>;
  std::vector<Correlations> correlations(std::span<const Similarities> trials) const;
  std::vector<Correlations> correlations(const Inferrer& model) const {
    return correlations(similarities(model));
  }

  // The mean of these: the score.
  double mean_correlation(std::span<const Similarities> trials) const;

  // The score on bootstrap samples (metrics.h) of the rare words, each drawn with all of its pairs.
  [[nodiscard]] std::vector<double> resample(std::span<const Similarities> trials,
                                             std::uint64_t seed = 1) const;

  // On the same samples, the mean ρ over the trials for each number of sentences.
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
