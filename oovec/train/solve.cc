#include "oovec/train/solve.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"
#include "oovec/model/compositions/balanced.h"
#include "oovec/train/fit_gate.h"
#include "oovec/train/form_ridge.h"
#include "oovec/train/frequency_ranks.h"
#include "oovec/train/least_squares.h"
#include "oovec/train/neutral_space.h"
#include "oovec/train/seeds.h"
#include "oovec/train/solver_checkpoint.h"

namespace oovec::inline train {
namespace {

using Rows = FormRidge::Rows;

constexpr std::size_t group_width = FormRidge::width;
constexpr std::array ridges_to_try = {0.4, 0.8, 1.6, 3.2, 6.4};
constexpr std::size_t projected_groups = 3;
constexpr double ridge_without_words = 2;  // where no word is left to choose one by

// ω = (c + 1) / (c + 30), scaled to mean 1: the vector of a word seen often is known better.
std::vector<float> form_weights(const TrainingData& data) {
  std::vector<float> weights;
  weights.reserve(data.targets().size());
  double sum = 0;
  for (const std::uint32_t row : data.targets()) {
    const auto count = static_cast<double>(data.index().count(row));
    weights.push_back(static_cast<float>((count + 1) / (count + 30)));
    sum += weights.back();
  }
  const auto scale = static_cast<float>(static_cast<double>(weights.size()) / sum);
  for (float& weight : weights) weight *= scale;
  return weights;
}

class Solver {
 public:
  Solver(const Training& training, std::string checkpoint)
      : training_(training),
        data_(training.data()),
        checkpoint_(std::move(checkpoint)),
        k_(data_.vectors().dimension()),
        ranks_(frequency_ranks(data_.index())),
        space_(data_.vectors(), ranks_.of, data_.targets(), options().threads),
        weights_(form_weights(data_)),
        ridge_(data_.ngrams(), data_.targets(), weights_),
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

  // Targets of `rows`, components from `first` on; those beyond the last are 0.
  Rows targets(std::span<const std::uint32_t> rows, std::size_t first) const {
    Rows targets(rows.size());
    const std::size_t columns = std::min(group_width, k_ - first);
    for (std::size_t i = 0; i < rows.size(); ++i)
      space_.target(rows[i], first, std::span(targets[i]).first(columns));
    return targets;
  }

  // The same, projected to random directions, all components of which are ±1/√k; other groups have
  // other directions.
  Rows projected_targets(std::span<const std::uint32_t> rows, std::size_t group) const {
    Random random(derive_seed(seed_for(options().seed, Purpose::projection), group));
    std::vector<float> signs(group_width * k_);
    for (float& sign : signs)
      sign = ((random.next() & 1) != 0 ? 1.0F : -1.0F) / std::sqrt(static_cast<float>(k_));
    Rows projected(rows.size());
    std::vector<float> target(k_);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      space_.target(rows[i], 0, target);
      multiply(signs, target, std::span(projected[i]));
    }
    return projected;
  }

  // The weighted mean of targets, which is taken out of them: y₀.
  std::array<float, group_width> take_out_mean(Rows& targets) const {
    std::array<double, group_width> sum{};
    double weight = 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      for (std::size_t j = 0; j < group_width; ++j)
        sum[j] += static_cast<double>(weights_[i]) * targets[i][j];
      weight += weights_[i];
    }
    std::array<float, group_width> mean{};
    for (std::size_t j = 0; j < group_width; ++j) mean[j] = static_cast<float>(sum[j] / weight);
    for (auto& target : targets)
      for (std::size_t j = 0; j < group_width; ++j) target[j] -= mean[j];
    return mean;
  }

  // Words held out whose vectors are known well, having been seen often.
  std::vector<std::uint32_t> words_to_choose_by() const {
    std::vector<std::uint32_t> words;
    std::ranges::copy_if(
        data_.calibration_words(), std::back_inserter(words),
        [&](std::uint32_t row) { return data_.index().count(row) >= options().min_count; });
    return words;
  }

  // f of these words, as these n-grams have it.
  Rows predict(std::span<const std::uint32_t> words, const Rows& ngrams,
               const std::array<float, group_width>& mean) const {
    Ngrams reader({options().ngram_min, options().ngram_max});
    Rows forms;
    forms.reserve(words.size());
    for (const std::uint32_t row : words) {
      const auto spelled = reader.of(data_.vectors().word(row));
      FormRidge::Row sum{};
      for (const std::string_view ngram : spelled)
        axpy(1, ngrams[data_.ngrams().ngrams().find(ngram).value_or(0)], sum);
      std::ranges::copy(mean, forms.emplace_back().begin());
      if (!spelled.empty())
        axpy(1 / std::sqrt(static_cast<float>(spelled.size())), sum, forms.back());
    }
    return forms;
  }

  // The λ that tells words held out from each other best, on random projections of their targets;
  // nothing if stopped. Squared error would ask for more ridge than is good for ranks.
  std::optional<double> choose_ridge() {
    const std::vector<std::uint32_t> words = words_to_choose_by();
    if (words.empty()) return ridge_without_words;
    std::array<Rows, projected_groups> held_out;
    std::array<std::array<Rows, projected_groups>, ridges_to_try.size()> forms;
    ProgressTask task = start_form("choosing the ridge", ridges_to_try.size() * projected_groups);
    for (std::size_t group = 0; group < projected_groups; ++group) {
      Rows learned = projected_targets(data_.targets(), group);
      held_out[group] = projected_targets(words, group);
      const std::array<float, group_width> mean = take_out_mean(learned);
      parallel_for(options().threads, ridges_to_try.size(), [&](std::size_t i) {
        const auto ngrams =
            ridge_.solve(learned, ridges_to_try[i], [&] { return step_done(task); });
        if (ngrams) forms[i][group] = predict(words, *ngrams, mean);
      });
      if (stopped()) return std::nullopt;
    }
    const auto by_quality = [&](const auto& predicted) {
      return telling_apart(predicted, held_out);
    };
    const auto best = std::ranges::max_element(forms, {}, by_quality);
    return ridges_to_try[static_cast<std::size_t>(best - forms.begin())];
  }

  // −Σ ln rank, the rank of a word's own target among those of all, by cosine to the prediction.
  double telling_apart(const std::array<Rows, projected_groups>& predicted,
                       const std::array<Rows, projected_groups>& targets) const {
    const std::size_t words = targets.front().size();
    const auto product = [&](const std::array<Rows, projected_groups>& a, std::size_t i,
                             std::size_t j) {
      float sum = 0;
      for (std::size_t g = 0; g < projected_groups; ++g) sum += dot(a[g][i], targets[g][j]);
      return sum;
    };
    std::vector<float> scales(words);
    for (std::size_t j = 0; j < words; ++j) {
      const float squared = product(targets, j, j);
      scales[j] = squared > 0 ? 1 / std::sqrt(squared) : 0;
    }
    std::vector<double> logarithms(words);
    parallel_for(options().threads, words, [&](std::size_t i) {
      const float own = scales[i] * product(predicted, i, i);
      std::size_t rank = 1;
      for (std::size_t j = 0; j < words; ++j)
        if (scales[j] * product(predicted, i, j) > own) ++rank;
      logarithms[i] = std::log(static_cast<double>(rank));
    });
    return -std::accumulate(logarithms.begin(), logarithms.end(), 0.0);
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
      const auto chosen = choose_ridge();
      if (!chosen) return false;
      state.ridge = *chosen;
    }
    chosen_ridge_ = state.ridge;
    const std::size_t groups = (k_ + group_width - 1) / group_width;
    std::chrono::steady_clock::time_point saved = std::chrono::steady_clock::now();
    ProgressTask task = start_form("fitting n-grams", groups - state.groups_done());
    const std::vector<bool> done_before = state.done;
    parallel_for(options().threads, groups, [&](std::size_t group) {
      if (stopped()) return;
      Rows y = targets(data_.targets(), group * group_width);
      const std::array<float, group_width> mean = take_out_mean(y);
      const std::size_t columns = std::min(group_width, k_ - group * group_width);
      std::copy_n(mean.begin(), columns,
                  parts_.origin.of(parameters()).begin() +
                      static_cast<std::ptrdiff_t>(group * group_width));
      if (done_before[group]) return;
      const auto ngrams = ridge_.solve(y, state.ridge, [&] { return step_done(task); });
      if (!ngrams) return;
      const std::lock_guard lock(mutex_);
      state.set_group(group, *ngrams);
      const auto now = std::chrono::steady_clock::now();
      if (now - saved < std::chrono::duration<double>(options().checkpoint_every)) return;
      write_solver_checkpoint(checkpoint_, training_.identity(), state);
      saved = now;
    });
    return !stopped();
  }

  // ĉ = A·c + a, from one instance of each word that has contexts. The weight σ² of an instance
  // makes the error that of vectors, not of targets.
  bool solve_context() {
    const std::vector<std::uint32_t>& words = data_.context_words();
    const std::uint64_t seed = seed_for(options().seed, Purpose::contexts);
    LeastSquares equations = add_up_equations(
        options().threads, words.size(), k_ + 1, k_,
        [&](std::size_t begin, std::size_t end, LeastSquares& part) {
          if (stopped()) return;
          ContextEvidence contexts(k_);
          std::vector<double> x(k_ + 1, 1), y(k_);
          std::vector<float> target(k_);
          for (std::size_t i = begin; i < end; ++i) {
            contexts.clear();
            data_.sum_contexts(words[i], options().sentences, derive_seed(seed, words[i]),
                               contexts);
            if (contexts.empty()) continue;
            for (std::size_t j = 0; j < k_; ++j) x[j] = contexts.sum[j] / contexts.weight;
            space_.target(words[i], 0, target);
            std::copy(target.begin(), target.end(), y.begin());
            const double spread = space_.spread_of(words[i]) / space_.spread(new_word_rank());
            part.add(spread * spread, x, y);
          }
        });
    if (stopped()) return false;
    set_context_map(equations);
    return true;
  }

  // The ridge is there for words that do not determine A well, being few for the dimension: it is
  // too small to matter otherwise.
  void set_context_map(LeastSquares& equations) {
    const double share =
        static_cast<double>(k_) / static_cast<double>(data_.context_words().size());
    const double tiny = std::max(1e-5, share * share);
    const double weight = equations.gram(k_, k_);
    double variance = 0;
    for (std::size_t i = 0; i < k_; ++i)
      variance += equations.gram(i, i) - equations.gram(i, k_) * equations.gram(i, k_) / weight;
    for (std::size_t i = 0; i < k_; ++i)
      equations.add_ridge(i, tiny * variance / static_cast<double>(k_));
    if (!std::isfinite(variance))
      throw Error(ErrorKind::usage,
                  "the vectors hold numbers too large to learn from; scale them down");
    const auto map = weight > 0 ? equations.solve() : std::nullopt;
    if (!map)
      throw Error(ErrorKind::usage,
                  fmt::format("{} words with contexts do not determine a map of {} dimensions; "
                              "index more text or lower `min-count`",
                              data_.context_words().size(), k_));
    const std::span<float> typical = parts_.typical.of(parameters());
    for (std::size_t i = 0; i < k_; ++i)
      typical[i] = static_cast<float>(equations.gram(i, k_) / weight);
    parts_.contrast.of(parameters())[0] = static_cast<float>(options().contrast);
    const std::span<float> transform = parts_.transform.of(parameters());
    const std::span<float> offset = parts_.offset.of(parameters());
    for (std::size_t i = 0; i < k_; ++i) {
      std::copy_n(map->begin() + static_cast<std::ptrdiff_t>(i * (k_ + 1)), k_,
                  transform.begin() + static_cast<std::ptrdiff_t>(i * k_));
      offset[i] = (*map)[i * (k_ + 1) + k_];
    }
  }

  std::uint64_t new_word_rank() const {
    constexpr std::uint64_t usual = 20000;
    if (options().new_word_rank > 0) return options().new_word_rank;
    return std::min<std::uint64_t>(usual, data_.vectors().size() / 6);
  }

  void set_output() {
    const auto rank = static_cast<double>(new_word_rank());
    std::ranges::copy(space_.mean(rank), parts_.mean.of(parameters()).begin());
    parts_.spread.of(parameters())[0] = static_cast<float>(space_.spread(rank));
  }

  ModelParts make_model(SolverState& state) const {
    ModelParts model = training_.empty_model();
    model.settings.composition = Composition::balanced;
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
  const std::vector<float> weights_;
  const FormRidge ridge_;
  Layout layout_;
  const BalancedLayout parts_;
  std::vector<float> parameters_;
  double chosen_ridge_ = 0;
  std::mutex mutex_;  // guards stopped_, calls of the monitor and progress, and the state
  bool stopped_ = false;
};

}  // namespace

std::optional<Solution> solve(const Training& training, const std::string& checkpoint) {
  return Solver(training, checkpoint).run();
}

}  // namespace oovec::inline train
