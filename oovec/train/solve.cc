#include "oovec/train/solve.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/parallel.h"
#include "oovec/model/compositions/balanced.h"
#include "oovec/model/lengths.h"
#include "oovec/train/choose_ridge.h"
#include "oovec/train/context_map.h"
#include "oovec/train/fit_gate.h"
#include "oovec/train/form_ridge.h"
#include "oovec/train/form_targets.h"
#include "oovec/train/frequency_ranks.h"
#include "oovec/train/neutral_space.h"
#include "oovec/train/rank_contexts.h"
#include "oovec/train/solver_checkpoint.h"

namespace oovec::inline train {
namespace {

constexpr std::size_t group_width = FormRidge::width;

using SolverClock = std::chrono::steady_clock;

class Solver {
 public:
  Solver(const Training& training, std::string checkpoint)
      : training_(training),
        data_(training.data()),
        checkpoint_(std::move(checkpoint)),
        k_(data_.vectors().dimension()),
        ranks_(frequency_ranks(data_.index())),
        space_(data_.vectors(), ranks_.of, data_.targets(), options().threads),
        targets_(data_, space_),
        ridge_(data_.ngrams(), targets_.spellings(), targets_.weights(), options().ngram_dropout),
        parts_(layout_, k_),
        parameters_(layout_.size()) {}

  std::optional<Solution> run() {
    SolverState state(data_.ngrams().ngrams().size(), k_);
    Solution solution;
    if (options().resume && std::filesystem::exists(checkpoint_)) {
      read_solver_checkpoint(checkpoint_, training_.identity(), state);
      solution.resumed_at = state.components_done();
    }
    const bool finished = solve_context() && solve_form(state);
    if (!finished || state.components_done() > solution.resumed_at)
      write_solver_checkpoint(checkpoint_, training_.identity(), state);
    if (!finished) return std::nullopt;
    set_output();
    solution.model = make_model(state);
    fit_gate(data_, data_.calibration_words(), solution.model);
    return solution;
  }

 private:
  const TrainOptions& options() const { return data_.options(); }
  std::span<float> parameters() { return parameters_; }

  // May be called by any thread.
  bool stopped() {
    const std::lock_guard lock(mutex_);
    if (!stopped_ && options().monitor) stopped_ = options().monitor->stop();
    return stopped_;
  }

  // Progress in bytes of n-grams gone through.
  std::uint64_t bytes_per_step() const { return data_.ngrams().ngrams().size() * group_width * 4; }
  ProgressTask start_form(const char* name, std::size_t groups) const {
    return {options().progress, name, groups * FormRidge::default_steps * bytes_per_step()};
  }
  bool step_done(ProgressTask& task) {
    if (stopped()) return true;
    const std::lock_guard lock(mutex_);
    task.advance(bytes_per_step());
    return false;
  }

  bool solve_form(SolverState& state) {
    if (options().ridge > 0) state.ridge = options().ridge;
    if (state.ridge == 0) {
      ProgressTask task = start_form("choosing the ridge", ridges_to_try.size() * projected_groups);
      const auto chosen = choose_ridge(data_, targets_, ridge_, [&] { return step_done(task); });
      if (!chosen) return false;
      state.ridge = *chosen;
    }
    chosen_ridge_ = state.ridge;
    const std::vector<bool> done_before = state.done;
    saved_ = SolverClock::now();
    ProgressTask task = start_form("fitting n-grams", done_before.size() - state.groups_done());
    parallel_for(options().threads, done_before.size(), [&](std::size_t group) {
      if (!stopped()) solve_group(group, done_before[group], state, task);
    });
    return !stopped();
  }

  // The components of a group: y₀, and the n-grams unless a checkpoint had them.
  void solve_group(std::size_t group, bool is_done, SolverState& state, ProgressTask& task) {
    const std::size_t first = group * group_width;
    FormRidge::Rows targets = targets_.components(targets_.words(), first);
    const FormTargets::Mean mean = targets_.take_out_mean(targets);
    std::copy_n(mean.begin(), std::min(group_width, k_ - first),
                parts_.origin.of(parameters()).subspan(first).begin());
    if (is_done) return;
    const auto ngrams = ridge_.solve(targets, state.ridge, [&] { return step_done(task); });
    if (!ngrams) return;
    const std::lock_guard lock(mutex_);
    state.set_group(group, *ngrams);
    if (SolverClock::now() - saved_ < std::chrono::duration<double>(options().checkpoint_every))
      return;
    write_solver_checkpoint(checkpoint_, training_.identity(), state);
    saved_ = SolverClock::now();
  }

  bool solve_context() {
    const auto stop = [&] { return stopped(); };
    auto map = fit_context_map(data_, space_, stop);
    if (!map || !rank_contexts(data_, space_, stop, *map)) return false;
    std::ranges::copy(map->transform, parts_.transform.of(parameters()).begin());
    std::ranges::copy(map->offset, parts_.offset.of(parameters()).begin());
    std::ranges::copy(map->typical, parts_.typical.of(parameters()).begin());
    return true;
  }

  std::uint64_t new_word_rank() const {
    if (options().new_word_rank > 0) return options().new_word_rank;
    return oovec::new_word_rank(data_.vectors().size());
  }

  void set_output() {
    const auto rank = static_cast<double>(new_word_rank());
    std::ranges::copy(space_.mean(rank), parts_.mean.of(parameters()).begin());
    parts_.spread.of(parameters())[0] = static_cast<float>(space_.spread(rank));
    parts_.contrast.of(parameters())[0] = static_cast<float>(options().contrast);
  }

  ModelParts make_model(SolverState& state) const {
    ModelParts model = training_.empty_model();
    model.ngrams =
        std::make_shared<const Embeddings>(data_.ngrams().ngrams(), std::move(state.ngrams));
    model.parameters = parameters_;
    auto& how = model.settings.training;
    how["ridge"] = fmt::format("{}", chosen_ridge_);
    how["new-word-rank"] = fmt::format("{}", new_word_rank());
    how["frequency ranks"] =
        fmt::format("{} (correlation {:.3f})",
                    ranks_.by_file ? "order of the vectors" : "corpus counts", ranks_.correlation);
    return model;
  }

  const Training& training_;
  const TrainingData& data_;
  const std::string checkpoint_;
  const std::size_t k_;
  const FrequencyRanks ranks_;
  const NeutralSpace space_;
  const FormTargets targets_;
  const FormRidge ridge_;
  Layout layout_;
  const BalancedLayout parts_;
  std::vector<float> parameters_;
  double chosen_ridge_ = 0;
  SolverClock::time_point saved_;  // when the last checkpoint was written
  std::mutex mutex_;  // guards stopped_, calls of the monitor and progress, and the state
  bool stopped_ = false;
};

}  // namespace

std::optional<Solution> solve(const Training& training, const std::string& checkpoint) {
  return Solver(training, checkpoint).run();
}

}  // namespace oovec::inline train
