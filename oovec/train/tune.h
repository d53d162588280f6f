// Searches for the composition, learning rate and number of epochs that do best on development
// data.
//
// Contexts do not depend on what is learned, so all candidates learn from one stream of them, batch
// by batch; each ends up with the very parameters that train_model() would have given it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "oovec/train/train.h"

namespace oovec::inline train {

struct Candidate {
  Composition model = Composition::gated;
  double learning_rate = 0.01;
};

// All combinations of the two lists.
[[nodiscard]] std::vector<Candidate> combine(const std::vector<Composition>& models,
                                             const std::vector<double>& learning_rates);

struct TuneSummary {
  std::vector<std::vector<EpochResult>> results;  // per candidate and epoch
  std::size_t best_candidate = 0;
  std::uint32_t best_epoch = 0;
  std::uint64_t instances_per_epoch = 0;
  bool stopped = false;  // on request; the best so far was written
};

// Writes the model that scores highest at the end of any epoch. Needs a development set. The
// monitor is told of each candidate's epochs in turn.
TuneSummary tune(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                 const std::string& output, const std::vector<Candidate>& candidates,
                 const TrainOptions& options = {}, const TrainTask& task = {});

}  // namespace oovec::inline train
