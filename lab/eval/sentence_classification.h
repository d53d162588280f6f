// Measures how well sentences are classified by the mean of their words' vectors, where a model
// infers vectors for unknown words: logistic regression on sentence vectors, as in SentEval.
//
// A pair of sentences with means u and v has the features |u − v| and u·v, component by component.
// A task without a split is tested by stratified ten-fold cross-validation. The weight of errors is
// the one of 2⁻² … 2³ that does best on the development part or, if there is none, on a tenth of
// the training data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/eval/metrics.h"
#include "lab/eval/sentence_task.h"
#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/corpus/context_index.h"
#include "oovec/model/inferrer.h"

namespace oovec::lab {

struct SentenceOptions {
  std::uint64_t seed = 1;
  int threads = 0;
  Progress* progress = nullptr;

  // The contexts of unknown words; null: the sentences of the task.
  const ContextIndex* contexts = nullptr;

  template <class Visitor>
  void fields(Visitor&& field) {
    field("seed", seed, "Seed of the folds of cross-validation.", at_least(0));
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

struct SentenceResult {
  std::vector<double> correct;  // 1 or 0 for each tested item
  std::optional<double> f1;     // of class 1; only for pairs
  std::size_t unknown = 0;      // number of different words without a vector
  std::size_t inferred = 0;     // number of these that the model infers
};

// Throws Error(malformed) unless there are two classes, and enough of each for the folds.
void check_classes(const SentenceTask& task);

// Also checks the classes.
[[nodiscard]] SentenceResult evaluate(const SentenceTask& task, const Inferrer& model,
                                      const SentenceOptions& options = {});

// The different words of the tasks without a vector, in order. These are the words that `contexts`
// should contain.
std::vector<std::string> unknown_words(const std::vector<SentenceTask>& tasks,
                                       const Embeddings& vectors, const TokenizerOptions& text);

}  // namespace oovec::lab
