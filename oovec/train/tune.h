// Searches for the composition, learning rate and number of epochs that do best on development
// data.
//
// Contexts do not depend on what is learned, so all candidates learn from one stream of them, batch
// by batch; each ends up with the very parameters that train_model() would have given it. One
// OUTPUT.checkpoint holds the state of all of them, so they are always saved together; OUTPUT.best
// is the best model so far. Candidates that are solved for come last, and have their state in
// OUTPUT.solver.checkpoint. All three are removed when the search is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "oovec/train/train.h"

namespace oovec::inline train {

// All combinations of the two lists. A solved model has no learning rate, and occurs once.
[[nodiscard]] std::vector<Candidate> combine(const std::vector<Composition>& models,
                                             const std::vector<double>& learning_rates);

struct TuneSummary {
  // Per candidate and epoch; one that is solved for has a single epoch.
  std::vector<std::vector<EpochResult>> results;
  std::size_t best_candidate = 0;
  std::uint32_t best_epoch = 0;  // 0: stopped before the end of the first, and nothing was written
  std::uint64_t instances_per_epoch = 0;
  ListedWords excluded;            // not found: words without a vector
  std::vector<std::string> hints;  // what may disappoint, and what to do about it
  std::uint64_t resumed_at = 0;    // step, or components solved for; 0: from the beginning
  bool stopped = false;            // on request: the best so far was written, and a checkpoint
};

// Writes the model that scores highest at the end of any epoch. Of equal models, the first one
// wins, and models trained step by step come before solved ones. Needs a development set. The
// monitor receives the epochs of each candidate in turn.
TuneSummary tune(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                 const std::string& output, const std::vector<Candidate>& candidates,
                 const TrainOptions& options = {});

}  // namespace oovec::inline train
