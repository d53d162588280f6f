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
  for (TypicalWord& word : words)
    word.ratio.interval = ratio_interval(group, *model_.vectors().find(word.word));
  return words;
}

std::optional<Interval> TypicalFinder::ratio_interval(std::size_t group, std::size_t row) const {
  std::size_t samples = means_[group].samples.size();
  for (const SampledMean& mean : means_) samples = std::min(samples, mean.samples.size());
  const std::span<const float> word = model_.vectors().row(row);
  std::vector<std::optional<double>> ratios(samples);
  for (std::size_t i = 0; i < samples; ++i) {
    const auto near = cosine(vector_of_mean(model_, means_[group].samples[i].mean), word);
    const auto far = cosine(vector_of_mean(model_, others(group, i)), word);
    if (near && far && *far > 0) ratios[i] = *near / *far;
  }
  return interval_of(ratios);
}

std::vector<double> TypicalFinder::others(std::size_t group,
                                          std::optional<std::size_t> sample) const {
  std::vector<double> mean(means_[group].all.mean.size());
  double contexts = 0;
  for (std::size_t g = 0; g < means_.size(); ++g) {
    if (g == group) continue;
    const auto weight = static_cast<double>(table_.groups[g].contexts);
    axpy(weight, sample ? means_[g].samples[*sample].mean : means_[g].all.mean, mean);
    contexts += weight;
  }
  for (double& value : mean) value /= contexts;
  return mean;
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
