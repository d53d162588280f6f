// How well sentences can be classified by the mean of their words' vectors, when words without one
// get theirs from a model: logistic regression on sentence vectors, as SentEval does it.
//
// A pair of sentences with means u and v has the features |u − v| and u·v, component by component.
// Without a given split it is ten-fold cross-validation; each class has its share in every fold.
// The weight of errors is the one of 2⁻² … 2³ that does best on the development part or, where
// there is none, on a tenth of what is learned from.
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

  const ContextIndex* contexts = nullptr;  // of unknown words; null: the sentences of the task

  template <class Visitor>
  void fields(Visitor&& field) {
    field("seed", seed, "Seed of the folds of cross-validation.", at_least(0));
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

struct SentenceResult {
  std::vector<double> correct;  // per tested item: 1 or 0
  std::optional<double> f1;     // of class 1, where there are pairs
  std::size_t unknown = 0;      // different words without a vector
  std::size_t inferred = 0;     // of them that the model gives one
};

// Throws Error(malformed) unless there are two classes, and enough of each for the folds.
void check_classes(const SentenceTask& task);

// Checks the classes, too.
[[nodiscard]] SentenceResult evaluate(const SentenceTask& task, const Inferrer& model,
                                      const SentenceOptions& options = {});

// The different words of the tasks that have no vector, in order: what `contexts` should have.
std::vector<std::string> unknown_words(const std::vector<SentenceTask>& tasks,
                                       const Embeddings& vectors, const TokenizerOptions& text);

}  // namespace oovec::lab
