#include "oovec/train/train.h"

#include <deque>
#include <utility>

#include "oovec/base/error.h"
#include "oovec/train/contest.h"
#include "oovec/train/loop.h"
#include "oovec/train/training.h"

namespace oovec::inline train {
namespace {

TrainSummary summarize(const Training& training, const Contest& contest, bool stopped) {
  const TrainingData& data = training.data();
  TrainSummary summary;
  summary.epochs = contest.results(0);
  summary.best_epoch = contest.best().epoch;
  summary.words = data.targets().size();
  summary.words_with_contexts = data.words_with_contexts();
  summary.excluded = training.excluded();
  summary.ngrams = data.ngrams().ngrams().size();
  summary.instances_per_epoch = data.instances_per_epoch();
  summary.resumed_at = contest.resumed_at();
  summary.stopped = stopped;
  return summary;
}

}  // namespace

std::vector<TrainSummary> train_together(std::shared_ptr<const Embeddings> vectors,
                                         const ContextIndex& index,
                                         const std::vector<TrainJob>& jobs,
                                         const TrainOptions& options) {
  if (jobs.empty()) throw Error(ErrorKind::usage, "nothing to train: name models");
  std::vector<Candidate> candidates;
  candidates.reserve(jobs.size());
  for (const TrainJob& job : jobs) candidates.push_back(job.candidate);
  const Training training(std::move(vectors), index, options, candidates);
  std::deque<Contest> contests;
  for (const TrainJob& job : jobs)
    contests.emplace_back(training, std::vector{job.candidate}, job.output);
  const bool finished = learn_together(training, contests);
  std::vector<TrainSummary> summaries;
  for (Contest& contest : contests) {
    if (finished) contest.publish();
    summaries.push_back(summarize(training, contest, !finished));
  }
  return summaries;
}

TrainSummary train_model(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                         const std::string& output, const TrainOptions& options) {
  const std::vector<TrainJob> jobs = {{output, {options.model, options.learning_rate}}};
  return train_together(std::move(vectors), index, jobs, options).front();
}

}  // namespace oovec::inline train
