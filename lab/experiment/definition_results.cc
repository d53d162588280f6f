#include "lab/experiment/definition_results.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "lab/eval/data_file.h"
#include "lab/eval/definitions.h"
#include "lab/eval/metrics.h"
#include "lab/experiment/comparison.h"
#include "oovec/base/error.h"
#include "oovec/base/statistics.h"
#include "oovec/model/context.h"

namespace oovec::lab {
namespace {

using Ranks = std::vector<std::size_t>;

std::vector<Ranks> ranks_of(const SystemOutcome& outcome) {
  std::vector<Ranks> ranks;
  ranks.reserve(outcome.seeds.size());
  for (const SeedOutcome& seed : outcome.seeds)
    ranks.push_back(seed.figures.at("ranks").get<Ranks>());
  return ranks;
}

Ranks choose(const Ranks& ranks, std::span<const std::size_t> items) {
  Ranks chosen(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) chosen[i] = ranks[items[i]];
  return chosen;
}

// The mean of a metric over the seeds, on some of the words.
template <class RankFigure>
double mean_over(const std::vector<Ranks>& seeds, std::span<const std::size_t> items,
                 const RankFigure& figure) {
  double sum = 0;
  for (const Ranks& ranks : seeds) sum += figure(choose(ranks, items));
  return sum / static_cast<double>(seeds.size());
}

// The metrics on some of the words, with bootstrap intervals over them. Seeds are not sampled:
// the metrics of each seed show their spread.
struct RankFigures {
  double median, mrr;
  std::vector<double> median_samples, mrr_samples;

  Json json() const {
    return {{"median_rank", median},
            {"median_rank_95", interval_json(middle_of(median_samples))},
            {"mrr", mrr},
            {"mrr_95", interval_json(middle_of(mrr_samples))}};
  }
};

RankFigures rank_figures(const std::vector<Ranks>& seeds, const std::vector<std::size_t>& items) {
  const auto samples = [&](const auto& figure) {
    return resample(items.size(), [&](std::span<const std::size_t> sample) {
      std::vector<std::size_t> drawn(sample.size());
      for (std::size_t i = 0; i < drawn.size(); ++i) drawn[i] = items[sample[i]];
      return mean_over(seeds, drawn, figure);
    });
  };
  return {mean_over(seeds, items, median_rank), mean_over(seeds, items, mean_reciprocal_rank),
          samples(median_rank), samples(mean_reciprocal_rank)};
}

std::vector<std::size_t> all_of(std::size_t size) {
  std::vector<std::size_t> items(size);
  for (std::size_t i = 0; i < size; ++i) items[i] = i;
  return items;
}

Json seed_figures(const SeedOutcome& outcome) {
  const Ranks ranks = outcome.figures.at("ranks").get<Ranks>();
  const RankSummary summary = summarize(ranks);
  return {{"seed", seed_json(outcome)},
          {"median_rank", summary.median},
          {"median_rank_95", interval_json(summary.median_interval)},
          {"mrr", summary.mrr},
          {"mrr_95", interval_json(summary.mrr_interval)},
          {"ranks", ranks},
          {"alphas", outcome.figures.at("alphas")}};
}

// Over all words and seeds, and each word's mean over the seeds; nothing if there is no α.
Json alpha_json(const SystemOutcome& outcome) {
  std::vector<double> all;
  std::vector<std::vector<double>> of_word;
  for (const SeedOutcome& seed : outcome.seeds) {
    const Json& alphas = seed.figures.at("alphas");
    of_word.resize(std::max(of_word.size(), alphas.size()));
    for (std::size_t i = 0; i < alphas.size(); ++i) {
      if (alphas[i].is_null()) continue;
      all.push_back(alphas[i].get<double>());
      of_word[i].push_back(all.back());
    }
  }
  if (all.empty()) return nullptr;
  const auto [lowest, highest] = std::minmax_element(all.begin(), all.end());
  Json words = Json::array();
  for (const std::vector<double>& alphas : of_word)
    words.push_back(alphas.empty() ? Json() : Json(spread(alphas).mean));
  const Spread overall = spread(all);
  return {{"mean", overall.mean},
          {"deviation", overall.deviation},
          {"lowest", *lowest},
          {"highest", *highest},
          {"words", words}};
}

// Groups for want of others: form alone can give away words whose stem is known.
WordGroups groups_by_stem(const Json& figures) {
  WordGroups groups;
  const Json& words = figures.at("words");
  for (std::size_t i = 0; i < words.size(); ++i)
    groups.emplace_back(words[i], figures.at("related")[i] ? "stem is known" : "stem is new");
  return groups;
}

// The numbers of the words of each group, in the order in which groups are first named.
std::vector<std::pair<std::string, std::vector<std::size_t>>> items_of_groups(
    const std::vector<std::string>& words, const WordGroups& groups) {
  std::map<std::string, std::string> group_of;
  std::vector<std::pair<std::string, std::vector<std::size_t>>> items;
  std::map<std::string, std::size_t> places;
  for (const auto& [word, group] : groups) {
    for (const Casing casing : {Casing::kept, Casing::lower, Casing::turkic})
      group_of.emplace(normal_word(word, casing), group);
    if (places.try_emplace(group, items.size()).second)
      items.emplace_back(group, std::vector<std::size_t>());
  }
  for (std::size_t i = 0; i < words.size(); ++i)
    if (const auto found = group_of.find(words[i]); found != group_of.end())
      items[places[found->second]].second.push_back(i);
  std::erase_if(items, [](const auto& group) { return group.second.empty(); });
  return items;
}

bool is_trained(const SystemOutcome& outcome, bool form, bool context) {
  return outcome.system->kind == SystemKind::trained &&
         uses_form(*outcome.system->train.model) == form &&
         uses_context(*outcome.system->train.model) == context;
}

// How many words, as a mean over the seeds, are in each bucket when `whole` takes the place of
// `part`.
Json count_buckets(const SystemOutcome& part, const SystemOutcome& whole) {
  const std::vector<Ranks> before = ranks_of(part), after = ranks_of(whole);
  const std::size_t seeds = std::min(before.size(), after.size());
  std::array<double, rank_buckets.size()> counts{};
  for (std::size_t seed = 0; seed < seeds; ++seed)
    for (std::size_t i = 0; i < before[seed].size(); ++i)
      counts[nearest_bucket(static_cast<std::int64_t>(after[seed][i]) -
                            static_cast<std::int64_t>(before[seed][i]))] +=
          1 / static_cast<double>(seeds);
  return counts;
}

// What adding context does to the surface-form model, and adding form to the context model, if
// nothing else is different.
Json bucket_results(const std::vector<SystemOutcome>& outcomes) {
  Json list = Json::array();
  for (const bool context_added : {true, false})
    for (const SystemOutcome& part : outcomes) {
      if (!is_trained(part, context_added, !context_added)) continue;
      for (const SystemOutcome& whole : outcomes)
        if (is_trained(whole, true, true) &&
            shared_options(*whole.system) == shared_options(*part.system))
          list.push_back({{"added", context_added ? "context" : "form"},
                          {"from", part.system->name},
                          {"to", whole.system->name},
                          {"words", count_buckets(part, whole)}});
    }
  return list;
}

// A model that reads text otherwise may find vectors for other words.
void check_words(const SystemOutcome& outcome, const Json& words) {
  for (const SeedOutcome& seed : outcome.seeds)
    if (seed.figures.at("words") != words)
      throw Error(ErrorKind::usage, outcome.system->name +
                                        " reads text differently from the first system and has "
                                        "other test words; make it with the same text options");
}

}  // namespace

WordGroups read_groups(const std::string& path) {
  const DataFile file = read_items(path);
  WordGroups groups;
  std::map<std::string, std::string> known;
  for (const DataLine& line : file.lines) {
    std::vector<std::string> fields = file.fields(line, 2, "a word and its group");
    const auto [earlier, is_new] = known.try_emplace(fields[0], fields[1]);
    if (!is_new && earlier->second != fields[1])
      file.refuse(line, fields[0] + " is already in another group; remove one of them");
    groups.emplace_back(std::move(fields[0]), std::move(fields[1]));
  }
  return groups;
}

void check_groups(const WordGroups& groups, const std::vector<std::string>& words) {
  const std::set<std::string> known(words.begin(), words.end());
  if (std::none_of(groups.begin(), groups.end(),
                   [&](const auto& group) { return known.contains(group.first); }))
    throw Error(ErrorKind::usage, "none of the words with a group is among the definitions");
}

std::size_t nearest_bucket(std::int64_t difference) {
  std::size_t nearest = 0;
  const auto away = [&](std::size_t i) { return std::abs(rank_buckets[i] - difference); };
  for (std::size_t i = 1; i < rank_buckets.size(); ++i)
    if (away(i) < away(nearest) ||
        (away(i) == away(nearest) && std::abs(rank_buckets[i]) < std::abs(rank_buckets[nearest])))
      nearest = i;
  return nearest;
}

MeasureResults definition_results(const std::vector<SystemOutcome>& outcomes,
                                  const WordGroups& groups, const std::string& data,
                                  const std::string& baseline) {
  const Json& first = outcomes.front().seeds.front().figures;
  const auto words = first.at("words").get<std::vector<std::string>>();
  if (!groups.empty()) check_groups(groups, words);
  const auto group_items = items_of_groups(words, groups.empty() ? groups_by_stem(first) : groups);

  Json systems = Json::array();
  SampledTable table;
  for (const SystemOutcome& outcome : outcomes) {
    check_words(outcome, first.at("words"));
    const std::vector<Ranks> ranks = ranks_of(outcome);
    Json system = {{"name", outcome.system->name},
                   {"seen", outcome.seeds.front().figures.at("seen")},
                   {"not_inferred", outcome.seeds.front().figures.at("not_inferred")}};
    RankFigures overall = rank_figures(ranks, all_of(words.size()));
    system.update(overall.json());
    system["best"] = Json::array();
    table.push_back({outcome.system->name, overall.mrr, std::move(overall.mrr_samples)});
    system["alpha"] = alpha_json(outcome);
    system["groups"] = Json::array();
    for (const auto& [group, items] : group_items) {
      Json figures = {{"group", group}, {"words", items.size()}};
      figures.update(rank_figures(ranks, items).json());
      system["groups"].push_back(std::move(figures));
    }
    system["seeds"] = Json::array();
    for (const SeedOutcome& seed : outcome.seeds) system["seeds"].push_back(seed_figures(seed));
    systems.push_back(std::move(system));
  }
  Json word_groups(words.size(), Json());
  for (const auto& [group, items] : group_items)
    for (const std::size_t i : items) word_groups[i] = group;
  add_comparisons(systems, table, baseline);
  mark_best(systems, "mrr");
  mark_best(systems, "median_rank", /*lower_is_better=*/true);
  MeasureResults found;
  found.results = {{"words", words},
                   {"groups", word_groups},
                   {"left_out", first.at("left_out")},
                   {"systems", systems},
                   {"buckets", rank_buckets},
                   {"rank_differences", bucket_results(outcomes)}};
  found.summary.push_back(summary_row({"dn", data, "MRR", words.size(), "words"}, table));
  return found;
}

}  // namespace oovec::lab
