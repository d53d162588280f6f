#include "oovec/train/train.h"

#include <deque>
#include <filesystem>
#include <span>
#include <utility>

#include "oovec/base/error.h"
#include "oovec/train/contest.h"
#include "oovec/train/hints.h"
#include "oovec/train/loop.h"
#include "oovec/train/solve.h"
#include "oovec/train/training.h"

namespace oovec::inline train {
namespace {

TrainSummary summarize(const Training& training) {
  const TrainingData& data = training.data();
  TrainSummary summary;
  summary.words = data.targets().size();
  summary.words_with_contexts = data.context_words().size();
  summary.excluded = training.excluded();
  summary.ngrams = data.ngrams().ngrams().size();
  summary.ngram_lengths = {data.options().ngram_min, data.options().ngram_max};
  summary.without_ngrams = share_without_ngrams(data);
  summary.hints = data_hints(data);
  summary.test_words = data.test_words();
  return summary;
}

TrainSummary summarize(const Training& training, const Contest& contest, bool stopped) {
  TrainSummary summary = summarize(training);
  summary.epochs = contest.results(0);
  summary.best_epoch = contest.best().epoch;
  summary.instances_per_epoch = training.data().instances_per_epoch();
  summary.resumed_at = contest.resumed_at();
  summary.stopped = stopped;
  return summary;
}

// A model that is solved for has one epoch, if it can be scored.
TrainSummary solve_job(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                       const TrainJob& job, const TrainOptions& options) {
  const Training training(std::move(vectors), index, options, std::span(&job.candidate, 1));
  const std::string checkpoint = job.output + ".checkpoint";
  TrainSummary summary = summarize(training);
  summary.solved = true;
  auto solution = solve(training, checkpoint);
  summary.stopped = !solution;
  if (!solution) return summary;
  summary.resumed_at = solution->resumed_at;
  EpochResult result{1, std::nullopt, std::nullopt, {}};
  training.score(solution->model, result);
  if (options.monitor && result.score) options.monitor->epoch_done(result);
  training.write(std::move(solution->model), result, job.output);
  summary.epochs = {result};
  summary.best_epoch = 1;
  std::filesystem::remove(checkpoint);
  return summary;
}

// What the user gets is measured: the model file.
std::optional<HeldOutReport> measure_written(const std::string& path,
                                             std::shared_ptr<const Embeddings> vectors,
                                             const ContextIndex& index, const TrainSummary& summary,
                                             const TrainOptions& options) {
  HeldOutOptions held_out;
  held_out.counts = {0, 1, 4, 16};
  held_out.max_words = 500;
  held_out.seed = options.seed;
  held_out.threads = options.threads;
  held_out.progress = options.progress;
  const std::vector<std::uint32_t> words = draw_words(summary.test_words, index, held_out);
  if (words.empty()) return std::nullopt;
  return measure_held_out(Model(path, std::move(vectors)), index, words, held_out);
}

std::vector<TrainSummary> search_jobs(std::shared_ptr<const Embeddings> vectors,
                                      const ContextIndex& index, const std::vector<TrainJob>& jobs,
                                      const TrainOptions& options) {
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

}  // namespace

std::vector<TrainSummary> train_together(std::shared_ptr<const Embeddings> vectors,
                                         const ContextIndex& index,
                                         const std::vector<TrainJob>& jobs,
                                         const TrainOptions& options) {
  if (jobs.empty()) throw Error(ErrorKind::usage, "nothing to train: name models");
  for (const TrainJob& job : jobs) check_model_output(job.output);  // before hours of work
  std::vector<TrainSummary> summaries(jobs.size());
  std::vector<std::size_t> searched;
  bool stopped = false;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!is_solved(jobs[i].candidate.model)) {
      searched.push_back(i);
    } else {
      summaries[i] = solve_job(vectors, index, jobs[i], options);
      stopped = stopped || summaries[i].stopped;
    }
    if (!stopped) continue;
    for (std::size_t later = i; later < jobs.size(); ++later) summaries[later].stopped = true;
    for (const std::size_t earlier : searched) summaries[earlier].stopped = true;
    return summaries;
  }
  if (searched.empty()) return summaries;
  std::vector<TrainJob> searched_jobs;
  searched_jobs.reserve(searched.size());
  for (const std::size_t i : searched) searched_jobs.push_back(jobs[i]);
  const auto results = search_jobs(std::move(vectors), index, searched_jobs, options);
  for (std::size_t i = 0; i < searched.size(); ++i) summaries[searched[i]] = results[i];
  return summaries;
}

TrainSummary train_model(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                         const std::string& output, const TrainOptions& options) {
  check_options_used(options);
  const std::vector<TrainJob> jobs = {{output, {*resolve(options).model, options.learning_rate}}};
  TrainSummary summary = train_together(vectors, index, jobs, options).front();
  if (summary.stopped) return summary;
  const std::size_t vocabulary = vectors->size();
  summary.held_out = measure_written(output, std::move(vectors), index, summary, options);
  if (summary.held_out)
    if (auto hint = quality_hint(*summary.held_out, vocabulary))
      summary.hints.push_back(std::move(*hint));
  return summary;
}

}  // namespace oovec::inline train
