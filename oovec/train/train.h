// Trains form-context models.
//
//   const auto vectors = std::make_shared<const Embeddings>(read_vectors("glove.txt").embeddings);
//   train_model(vectors, ContextIndex("wiki.ctx"), "words.oovec");
//
// The model depends on the inputs, the options and the seed only: not on threads, and not on
// whether training was interrupted and resumed. The state of training is kept in OUTPUT.checkpoint,
// at the end of every epoch and every few minutes, and removed when the model is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/corpus/context_index.h"
#include "oovec/model/model.h"
#include "oovec/train/options.h"
#include "oovec/train/scorer.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline train {

struct EpochResult {
  std::uint32_t epoch = 0;      // counted from 1
  double loss = 0;              // mean over its instances
  std::optional<double> score;  // mean over the development sets
  std::vector<DevScore> dev;    // of each set
};

// How far training is, within an epoch.
struct TrainStatus {
  std::uint32_t epoch, epochs;
  std::uint64_t batch, batches;    // of this epoch: done, all
  std::uint64_t steps, instances;  // of this run
  double loss;                     // mean of this epoch so far
};

// Is told what goes on, one call at a time.
class TrainMonitor {
 public:
  virtual ~TrainMonitor() = default;
  virtual void progress(const TrainStatus&) {}
  virtual void epoch_done(const EpochResult&) {}
  // Whether to leave a checkpoint and return.
  virtual bool stop() { return false; }
};

struct TrainTask {
  std::vector<std::string> excluded;  // words that must not be targets
  OpenScorers dev;                    // development sets, if any: the best epoch is kept
  TrainMonitor* monitor = nullptr;
  Progress* progress = nullptr;  // told of what has to be done before training
  WriteModelOptions write;
  bool resume = false;  // go on from the checkpoint, if there is one
};

struct TrainSummary {
  std::vector<EpochResult> epochs;
  std::uint32_t best_epoch = 0;           // the one whose model was written
  std::uint64_t words = 0;                // that were targets
  std::uint64_t words_with_contexts = 0;  // of them with contexts
  std::uint64_t ngrams = 0;
  std::uint64_t instances_per_epoch = 0;
  std::uint64_t resumed_at = 0;  // step; 0: from the beginning
  bool stopped = false;          // on request: there is a checkpoint, but no model
};

TrainSummary train_model(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                         const std::string& output, const TrainOptions& options = {},
                         const TrainTask& task = {});

// One of several models that learn from the same contexts.
struct TrainJob {
  std::string output;
  Composition model = Composition::gated;
  double learning_rate = 0.01;
};

// The same for several models at a time, which cost little more than one: contexts are summed once
// for all. Each becomes what train_model() would have made of it, and has a checkpoint of its own;
// the monitor is told of the epochs of each in turn.
std::vector<TrainSummary> train_together(std::shared_ptr<const Embeddings> vectors,
                                         const ContextIndex& index,
                                         const std::vector<TrainJob>& jobs,
                                         const TrainOptions& options = {},
                                         const TrainTask& task = {});

}  // namespace oovec::inline train
