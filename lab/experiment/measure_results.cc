#include "lab/experiment/measure_results.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "lab/eval/metrics.h"
#include "lab/eval/rare_words.h"
#include "lab/eval/word_similarity.h"
#include "lab/experiment/comparison.h"
#include "oovec/base/correlation.h"
#include "oovec/base/parallel.h"

namespace oovec::lab {
namespace {

using Samples = std::vector<double>;

// The mean over the seeds of numbers that each has.
template <class Get>
double mean_over_seeds(const SystemOutcome& outcome, const Get& get) {
  double sum = 0;
  for (const SeedOutcome& seed : outcome.seeds) sum += get(seed.figures);
  return sum / static_cast<double>(outcome.seeds.size());
}

// Element by element.
Samples mean_of_lists(const std::vector<Samples>& lists) {
  Samples mean(lists.front().size());
  for (const Samples& list : lists)
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += list[i];
  for (double& value : mean) value /= static_cast<double>(lists.size());
  return mean;
}

// Samples are of the same words for every seed, so that they can be averaged one by one.
template <class Get>
Samples mean_samples(const SystemOutcome& outcome, const Get& get) {
  std::vector<Samples> lists;
  lists.reserve(outcome.seeds.size());
  for (const SeedOutcome& seed : outcome.seeds)
    lists.push_back(get(seed.figures).template get<Samples>());
  return mean_of_lists(lists);
}

// ── Rare words ──

std::vector<RareWords::Correlations> correlations_of(const Json& figures) {
  return figures.at("correlations").get<std::vector<RareWords::Correlations>>();
}

Json rare_word_seeds(const SystemOutcome& outcome) {
  Json seeds = Json::array();
  for (const SeedOutcome& seed : outcome.seeds) {
    Json means = Json::array(), deviations = Json::array();
    for (const Spread& spread : summarize(correlations_of(seed.figures))) {
      means.push_back(spread.mean);
      deviations.push_back(spread.deviation);
    }
    seeds.push_back({{"seed", seed_json(seed)}, {"rho", means}, {"deviation", deviations}});
  }
  return seeds;
}

Json rare_word_system(const SystemOutcome& outcome, SampledTable& table) {
  Json rho = Json::array(), intervals = Json::array();
  for (std::size_t c = 0; c < RareWords::counts.size(); ++c) {
    rho.push_back(mean_over_seeds(
        outcome, [&](const Json& figures) { return summarize(correlations_of(figures))[c].mean; }));
    intervals.push_back(interval_json(middle_of(
        mean_samples(outcome, [&](const Json& figures) { return figures.at("samples").at(c); }))));
  }
  const double mean = mean_over_seeds(
      outcome, [](const Json& figures) { return figures.at("mean").get<double>(); });
  const Samples samples =
      mean_samples(outcome, [](const Json& figures) { return figures.at("mean_samples"); });
  table.push_back({outcome.system->name, mean, samples});
  const Json& first = outcome.seeds.front().figures;
  return {{"name", outcome.system->name},
          {"seen", first.at("seen")},
          {"answered", first.at("answered")},
          {"not_inferred", first.at("not_inferred")},
          {"rho", rho},
          {"rho_95", intervals},
          {"mean_rho", mean},
          {"mean_rho_95", interval_json(middle_of(samples))},
          {"best", Json::array()},
          {"seeds", rare_word_seeds(outcome)}};
}

// ── Means over items ──

// A figure called `name` that is a mean over items, `get` of the figures: of each item the mean
// over the seeds is taken. Adds it to the table.
template <class Get>
Json item_means(const SystemOutcome& outcome, const std::string& name, const Get& get,
                SampledTable& table) {
  const auto named = [&](double value, const Samples& samples) {
    return Json{{name, value}, {name + "_95", interval_json(middle_of(samples))}};
  };
  Json seeds = Json::array();
  for (const SeedOutcome& seed : outcome.seeds) {
    const Samples items = get(seed.figures).template get<Samples>();
    Json& figures = seeds.emplace_back(Json{{"seed", seed_json(seed)}});
    figures.update(named(spread(items).mean, resample_mean(items)));
  }
  const Samples items = mean_samples(outcome, get);
  table.push_back({outcome.system->name, spread(items).mean, resample_mean(items)});
  Json system = {{"name", outcome.system->name}};
  system.update(named(table.back().value, table.back().samples));
  system["best"] = Json::array();
  system["seeds"] = seeds;
  return system;
}

// ── Word similarity ──

// Of one file: the cosines of each system and seed.
class SimilarityTable {
 public:
  SimilarityTable(const std::vector<SystemOutcome>& outcomes, std::size_t data, int threads)
      : outcomes_(outcomes), data_(data) {
    scores_ = of(outcomes.front().seeds.front()).at("scores").get<std::vector<double>>();
    find_common();
    correlate_all(threads);
  }

  std::size_t all_pairs() const { return scores_.size(); }
  std::size_t common_pairs() const { return common_.size(); }

  Json system(std::size_t number, SampledTable& table) const {
    const SystemOutcome& outcome = outcomes_[number];
    std::vector<Samples> samples;
    double rho = 0;
    Json seeds = Json::array();
    for (std::size_t i = 0; i < outcome.seeds.size(); ++i) {
      const SampledCorrelation& found = found_[number][i];
      rho += found.rho;
      samples.push_back(found.samples);
      seeds.push_back({{"seed", seed_json(outcome.seeds[i])},
                       {"rho", found.rho},
                       {"rho_95", interval_json(middle_of(found.samples))}});
    }
    rho /= static_cast<double>(outcome.seeds.size());
    table.push_back({outcome.system->name, rho, mean_of_lists(samples)});
    const Json& first = of(outcome.seeds.front());
    const std::size_t answered = items_of(outcome.seeds.front()).size();
    return {{"name", outcome.system->name},
            {"rho", rho},
            {"rho_95", interval_json(middle_of(table.back().samples))},
            {"pairs", answered},
            {"inferred", first.at("inferred")},
            {"left_out", all_pairs() - answered},
            {"rho_of_own_pairs", own_rho(outcome)},
            {"not_inferred", first.at("not_inferred")},
            {"best", Json::array()},
            {"seeds", seeds}};
  }

 private:
  const Json& of(const SeedOutcome& seed) const { return seed.figures.at(data_); }

  // The pairs that have a cosine.
  std::vector<std::size_t> items_of(const SeedOutcome& seed) const {
    std::vector<std::size_t> items;
    const Json& cosines = of(seed).at("cosines");
    items.reserve(cosines.size());
    for (std::size_t i = 0; i < cosines.size(); ++i)
      if (!cosines[i].is_null()) items.push_back(i);
    return items;
  }

  void find_common() {
    std::vector<std::size_t> answers(scores_.size());
    std::size_t asked = 0;
    for (const SystemOutcome& outcome : outcomes_)
      for (const SeedOutcome& seed : outcome.seeds) {
        const std::vector<std::size_t> items = items_of(seed);
        asked += items.empty() ? 0 : 1;
        for (const std::size_t i : items) ++answers[i];
      }
    for (std::size_t i = 0; i < answers.size(); ++i)
      if (asked > 0 && answers[i] == asked) common_.push_back(i);
  }

  std::vector<double> cosines_of(const SeedOutcome& seed,
                                 const std::vector<std::size_t>& items) const {
    std::vector<double> cosines;
    cosines.reserve(items.size());
    const Json& all = of(seed).at("cosines");
    for (const std::size_t i : items)
      cosines.push_back(all[i].is_null() ? 0 : all[i].get<double>());
    return cosines;
  }

  void correlate_all(int threads) {
    const std::vector<double> scores = choose(scores_, common_);
    found_.resize(outcomes_.size());
    parallel_for(threads, outcomes_.size(), [&](std::size_t i) {
      for (const SeedOutcome& seed : outcomes_[i].seeds)
        found_[i].push_back(correlate(scores, cosines_of(seed, common_)));
    });
  }

  double own_rho(const SystemOutcome& outcome) const {
    double sum = 0;
    for (const SeedOutcome& seed : outcome.seeds) {
      const std::vector<std::size_t> items = items_of(seed);
      sum += spearman(choose(scores_, items), cosines_of(seed, items)).value_or(0);
    }
    return sum / static_cast<double>(outcome.seeds.size());
  }

  const std::vector<SystemOutcome>& outcomes_;
  std::size_t data_;
  std::vector<double> scores_;
  std::vector<std::size_t> common_;                     // pairs
  std::vector<std::vector<SampledCorrelation>> found_;  // by system and seed
};

}  // namespace

MeasureResults rare_word_results(const std::vector<SystemOutcome>& outcomes,
                                 const std::string& data, std::uint64_t trials,
                                 const std::string& baseline) {
  Json systems = Json::array();
  SampledTable table;
  for (const SystemOutcome& outcome : outcomes) systems.push_back(rare_word_system(outcome, table));
  add_comparisons(systems, table, baseline);
  mark_best(systems, "mean_rho");
  for (std::size_t c = 0; c < RareWords::counts.size(); ++c)
    mark_best(systems, fmt::format("rho@{}", RareWords::counts[c]), fmt::format("/rho/{}", c),
              fmt::format("/rho_95/{}", c));
  const auto pairs = outcomes.front().seeds.front().figures.at("pairs").get<std::size_t>();
  MeasureResults found;
  found.results = {
      {"pairs", pairs}, {"trials", trials}, {"contexts", RareWords::counts}, {"systems", systems}};
  found.summary.push_back(summary_row({"crw", data, "ρ", pairs, "pairs"}, table));
  return found;
}

MeasureResults chimera_results(const std::vector<SystemOutcome>& outcomes,
                               const std::vector<std::string>& data, const std::string& baseline) {
  MeasureResults found;
  found.results = Json::array();
  for (std::size_t number = 0; number < data.size(); ++number) {
    Json systems = Json::array();
    SampledTable table;
    for (const SystemOutcome& outcome : outcomes) {
      systems.push_back(item_means(
          outcome, "rho",
          [&](const Json& figures) { return figures.at(number).at("correlations"); }, table));
      systems.back()["not_inferred"] = outcome.seeds.front().figures.at(number).at("not_inferred");
    }
    add_comparisons(systems, table, baseline);
    mark_best(systems, "rho");
    const Json& first = outcomes.front().seeds.front().figures.at(number);
    const std::size_t words = first.at("correlations").size();
    found.results.push_back({{"data", data[number]},
                             {"words", words},
                             {"left_out", first.at("left_out")},
                             {"systems", systems}});
    found.summary.push_back(summary_row({"chimeras", data[number], "ρ", words, "words"}, table));
  }
  return found;
}

MeasureResults similarity_results(const std::vector<SystemOutcome>& outcomes,
                                  const std::vector<std::string>& data, const std::string& baseline,
                                  int threads) {
  MeasureResults found;
  found.results = Json::array();
  for (std::size_t number = 0; number < data.size(); ++number) {
    const SimilarityTable pairs(outcomes, number, threads);
    Json systems = Json::array();
    SampledTable table;
    for (std::size_t i = 0; i < outcomes.size(); ++i) systems.push_back(pairs.system(i, table));
    add_comparisons(systems, table, baseline);
    mark_best(systems, "rho");
    found.results.push_back({{"data", data[number]},
                             {"pairs", pairs.all_pairs()},
                             {"common_pairs", pairs.common_pairs()},
                             {"systems", systems}});
    found.summary.push_back(
        summary_row({"wordsim", data[number], "ρ", pairs.common_pairs(), "pairs"}, table));
  }
  return found;
}

MeasureResults sentence_results(const std::vector<SystemOutcome>& outcomes, const std::string& data,
                                const std::string& baseline) {
  const Json& first = outcomes.front().seeds.front().figures;
  Json tasks = Json::array(), means = Json::array();
  std::size_t tested = 0;
  std::vector<std::vector<Samples>> samples(outcomes.size());  // by system and task
  SampledTable overall;
  for (const SystemOutcome& outcome : outcomes) overall.push_back({outcome.system->name, 0, {}});
  for (std::size_t task = 0; task < first.size(); ++task) {
    Json systems = Json::array();
    SampledTable table;
    for (const SystemOutcome& outcome : outcomes) {
      systems.push_back(item_means(
          outcome, "accuracy", [&](const Json& figures) { return figures.at(task).at("correct"); },
          table));
      const Json& figures = outcome.seeds.front().figures.at(task);
      systems.back()["unknown"] = figures.at("unknown");
      systems.back()["inferred"] = figures.at("inferred");
    }
    add_comparisons(systems, table, baseline);
    mark_best(systems, "accuracy");
    for (std::size_t i = 0; i < table.size(); ++i) {
      overall[i].value += table[i].value / static_cast<double>(first.size());
      samples[i].push_back(std::move(table[i].samples));
    }
    tested += first[task].at("correct").size();
    tasks.push_back({{"task", first[task].at("task")},
                     {"tested", first[task].at("correct").size()},
                     {"systems", systems}});
  }
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    overall[i].samples = mean_of_lists(samples[i]);
    means.push_back({{"name", overall[i].name},
                     {"accuracy", overall[i].value},
                     {"accuracy_95", interval_json(middle_of(overall[i].samples))},
                     {"best", Json::array()}});
  }
  add_comparisons(means, overall, baseline);
  mark_best(means, "accuracy");
  MeasureResults found;
  found.results = {{"tasks", tasks}, {"means", means}};
  found.summary.push_back(
      summary_row({"sentences", data, "accuracy", tested, "sentences"}, overall));
  return found;
}

}  // namespace oovec::lab
