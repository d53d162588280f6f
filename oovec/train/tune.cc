#include "oovec/train/tune.h"

#include <deque>
#include <utility>

#include "oovec/base/error.h"
#include "oovec/train/contest.h"
#include "oovec/train/loop.h"
#include "oovec/train/training.h"

namespace oovec::inline train {

std::vector<Candidate> combine(const std::vector<Composition>& models,
                               const std::vector<double>& learning_rates) {
  std::vector<Candidate> candidates;
  for (const Composition model : models)
    for (const double learning_rate : learning_rates) candidates.push_back({model, learning_rate});
  return candidates;
}

TuneSummary tune(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                 const std::string& output, const std::vector<Candidate>& candidates,
                 const TrainOptions& options) {
  if (!options.dev)
    throw Error(ErrorKind::usage, "tuning needs development data to score on: name some");
  if (candidates.empty()) throw Error(ErrorKind::usage, "nothing to choose from: name candidates");
  const Training training(std::move(vectors), index, options, candidates);
  std::deque<Contest> contests;
  Contest& contest = contests.emplace_back(training, candidates, output);
  TuneSummary summary;
  summary.stopped = !learn_together(training, contests);
  if (summary.stopped)
    contest.publish_so_far();
  else
    contest.publish();
  for (std::size_t i = 0; i < candidates.size(); ++i) summary.results.push_back(contest.results(i));
  const Contest::Best best = contest.best();
  summary.best_candidate = best.candidate;
  summary.best_epoch = best.epoch;
  summary.instances_per_epoch = training.data().instances_per_epoch();
  summary.excluded = training.excluded();
  summary.resumed_at = contest.resumed_at();
  return summary;
}

}  // namespace oovec::inline train
