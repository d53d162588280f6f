// Trains form-context models.
//
//   const auto vectors = std::make_shared<const Embeddings>(read_vectors("glove.txt").embeddings);
//   train_model(vectors, ContextIndex("wiki.ctx"), "words.oovec");
//
// The model depends on the inputs, the options and the seed only: not on threads, and not on
// whether training was interrupted and resumed. The state of training is kept in OUTPUT.checkpoint,
// at the end of every epoch and every few minutes, and removed when the model is complete. With
// development sets, the best model so far is in OUTPUT.best until then.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "oovec/corpus/context_index.h"
#include "oovec/form/ngrams.h"
#include "oovec/train/candidate.h"
#include "oovec/train/held_out.h"
#include "oovec/train/monitor.h"
#include "oovec/train/options.h"
#include "oovec/vectors/embeddings.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline train {

struct TrainSummary {
  std::vector<EpochResult> epochs;
  std::uint32_t best_epoch = 0;           // the one whose model was written
  std::uint64_t words = 0;                // training words
  std::uint64_t words_with_contexts = 0;  // training words with contexts
  ListedWords excluded;                   // not found: words without a vector
  std::uint64_t ngrams = 0;
  NgramLengths ngram_lengths;
  double without_ngrams = 0;  // the share of words held out that have no known n-gram (hints.h)
  std::vector<std::string> hints;  // warnings about what may disappoint
  std::uint64_t instances_per_epoch = 0;
  std::uint64_t resumed_at = 0;  // step, or components solved for; 0: from the beginning
  bool stopped = false;          // on request: there is a checkpoint, but no model
  bool solved = false;           // in closed form: one epoch, no instances

  // Rows of words that nothing was learned from, and how near the model comes to their vectors.
  // Only train_model() measures it, and only if there are such words.
  std::vector<std::uint32_t> test_words;
  std::optional<HeldOutReport> held_out;
};

TrainSummary train_model(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                         const std::string& output, const TrainOptions& options = {});

// A candidate and the file its model goes to.
struct TrainJob {
  std::string output;
  Candidate candidate;
};

// Trains several models at a time, which costs little more than training one: contexts are summed
// once for all. Each becomes what train_model() would have made of it, and has a checkpoint of its
// own; the monitor receives the epochs of each in turn. The candidates stand in for the model and
// learning rate of the options.
std::vector<TrainSummary> train_together(std::shared_ptr<const Embeddings> vectors,
                                         const ContextIndex& index,
                                         const std::vector<TrainJob>& jobs,
                                         const TrainOptions& options = {});

}  // namespace oovec::inline train
