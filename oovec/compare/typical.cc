#include "oovec/compare/typical.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "oovec/base/kernels.h"
#include "oovec/compare/similarity.h"

namespace oovec::inline compare {
namespace {

constexpr std::size_t candidates_per_context = 20;

double cosine_to(std::span<const float> x, std::span<const double> mean) {
  double product = 0;
  for (std::size_t i = 0; i < x.size(); ++i) product += static_cast<double>(x[i]) * mean[i];
  const double lengths = length_of(x) * std::sqrt(dot(mean, mean));
  return lengths > 0 ? product / lengths : 0;
}

// A context, by its number, that may be typical.
struct Candidate {
  std::size_t context;
  double cosine;
  std::optional<double> ratio;
};

}  // namespace

TypicalFinder::TypicalFinder(const Model& model, const WordTable& table,
                             const std::vector<SampledMean>& means,
                             const std::vector<std::vector<WordCosine>>& nearest,
                             const CompareOptions& options)
    : model_(model), table_(table), means_(means), options_(options) {
  for (const auto& words : nearest)
    for (const WordCosine& word : words) candidates_.push_back(*model.vectors().find(word.word));
  std::ranges::sort(candidates_);
  candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
  if (means.size() < 2) return;
  const std::size_t dimension = means.front().all.mean.size();
  const auto fewest = std::ranges::min_element(
      means, {}, [](const SampledMean& mean) { return mean.samples.size(); });
  total_.resize(dimension);
  sampled_totals_.assign(fewest->samples.size(), std::vector<double>(dimension));
  for (std::size_t g = 0; g < means.size(); ++g) {
    const auto weight = static_cast<double>(table.groups[g].contexts);
    axpy(weight, means[g].all.mean, total_);
    for (std::size_t i = 0; i < sampled_totals_.size(); ++i)
      axpy(weight, means[g].samples[i].mean, sampled_totals_[i]);
    contexts_ += weight;
  }
}

std::vector<TypicalWord> TypicalFinder::words(std::size_t group) const {
  std::vector<TypicalWord> words;
  if (means_.size() < 2) return words;
  const std::vector<float> own = vector_of_mean(model_, means_[group].all.mean);
  const std::vector<float> other = vector_of_mean(model_, others(group));
  std::vector<std::size_t> rows;
  for (const std::size_t row : candidates_) {
    const double near = cosine(own, model_.vectors().row(row)).value_or(0);
    const double far = cosine(other, model_.vectors().row(row)).value_or(0);
    if (near > 0 && far > 0 && near > far)
      words.push_back({std::string(model_.vectors().word(row)), near, far, {near / far, {}}});
  }
  std::ranges::stable_sort(words, std::greater(),
                           [](const auto& word) { return word.ratio.value; });
  if (words.size() > options_.neighbors) words.resize(options_.neighbors);
  add_intervals(group, words);
  return words;
}

void TypicalFinder::add_intervals(std::size_t group, std::vector<TypicalWord>& words) const {
  std::vector<std::vector<std::optional<double>>> ratios(
      words.size(), std::vector<std::optional<double>>(sampled_totals_.size()));
  std::vector<std::span<const float>> rows;
  rows.reserve(words.size());
  for (const TypicalWord& word : words)
    rows.push_back(model_.vectors().row(*model_.vectors().find(word.word)));
  for (std::size_t i = 0; i < sampled_totals_.size(); ++i) {
    const std::vector<double>& mean = means_[group].samples[i].mean;
    const std::vector<float> own = vector_of_mean(model_, mean);
    const std::vector<float> other =
        vector_of_mean(model_, others(group, mean, sampled_totals_[i]));
    for (std::size_t w = 0; w < rows.size(); ++w) {
      const auto near = cosine(own, rows[w]);
      const auto far = cosine(other, rows[w]);
      if (near && far && *far > 0) ratios[w][i] = *near / *far;
    }
  }
  for (std::size_t w = 0; w < words.size(); ++w) words[w].ratio.interval = interval_of(ratios[w]);
}

std::vector<double> TypicalFinder::others(std::size_t group, std::span<const double> mean,
                                          std::span<const double> total) const {
  const auto own = static_cast<double>(table_.groups[group].contexts);
  std::vector<double> rest(total.begin(), total.end());
  axpy(-own, mean, rest);
  for (double& value : rest) value /= contexts_ - own;
  return rest;
}

std::vector<double> TypicalFinder::others(std::size_t group) const {
  return others(group, means_[group].all.mean, total_);
}

// The group's mean without a unit, unless there is no other.
std::vector<double> TypicalFinder::without_unit(std::size_t group, std::size_t unit) const {
  std::vector<double> mean = means_[group].all.mean;
  if (table_.groups[group].units.size() < 2) return mean;
  const auto contexts = static_cast<double>(table_.groups[group].contexts);
  const auto sum = table_.sums.sum(unit);
  for (std::size_t i = 0; i < mean.size(); ++i)
    mean[i] = (mean[i] * contexts - sum[i]) / (contexts - table_.sums.counts[unit]);
  return mean;
}

std::vector<TypicalContext> TypicalFinder::contexts(std::size_t group) const {
  const TableGroup& of = table_.groups[group];
  const bool has_others = means_.size() > 1;
  const std::vector<double> other = has_others ? others(group) : std::vector<double>();
  std::vector<Candidate> found;
  for (std::size_t i = of.rows.begin; i < of.rows.end; ++i)
    found.push_back(
        {i, cosine_to(table_.vector(i), without_unit(group, table_.units[i])), std::nullopt});
  std::ranges::stable_sort(found, std::greater(), &Candidate::cosine);
  found.resize(std::min(found.size(), candidates_per_context * std::size_t{options_.sentences}));
  for (Candidate& candidate : found) {
    if (!has_others) break;
    const double far = cosine_to(table_.vector(candidate.context), other);
    if (far > 0) candidate.ratio = candidate.cosine / far;
  }
  if (has_others)
    std::ranges::stable_sort(found, std::greater(),
                             [](const Candidate& one) { return one.ratio.value_or(0); });
  std::vector<TypicalContext> contexts;
  for (const Candidate& one : found) {
    const FoundContext& context = table_.contexts[one.context];
    const auto same = [&](const TypicalContext& listed) { return listed.text == context.text; };
    if (contexts.size() < options_.sentences && std::ranges::none_of(contexts, same))
      contexts.push_back({context.text, context.document, one.cosine, one.ratio});
  }
  return contexts;
}

}  // namespace oovec::inline compare
