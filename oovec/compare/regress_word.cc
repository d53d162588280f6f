#include "oovec/compare/regress_word.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "oovec/base/kernels.h"
#include "oovec/compare/design.h"
#include "oovec/compare/hints.h"
#include "oovec/compare/regression.h"
#include "oovec/compare/unit_sums.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline compare {
namespace {

constexpr std::size_t most_coefficients = 100;

std::vector<std::string> values_of(const std::vector<FoundContext>& contexts, std::size_t column) {
  std::vector<std::string> values;
  values.reserve(contexts.size());
  for (const FoundContext& context : contexts) values.push_back(context.values[column]);
  return values;
}

// The levels of a column that have too few contexts; none if it is numeric.
std::map<std::string, std::uint64_t> rare_levels(const Term& term, std::size_t column,
                                                 const std::vector<FoundContext>& contexts,
                                                 std::uint32_t least) {
  const std::vector<std::string> values = values_of(contexts, column);
  if (describe_covariate(term, values, std::vector<double>(values.size(), 1)).numeric) return {};
  std::map<std::string, std::uint64_t> counts;
  for (const std::string& value : values) ++counts[value];
  std::erase_if(counts, [least](const auto& level) { return level.second >= least; });
  return counts;
}

// Leaving out a level takes contexts from levels of other columns, so this repeats until none is
// rare.
void leave_out_rare(const std::vector<Term>& terms, const CompareOptions& options,
                    std::vector<FoundContext>& contexts, ComparedWord& word) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t column = 0; column < terms.size(); ++column) {
      const auto rare = rare_levels(terms[column], column, contexts, options.min_contexts);
      for (const auto& [level, count] : rare)
        word.left_out.push_back({fmt::format("{}={}", terms[column].column, level), count});
      const auto gone = std::erase_if(contexts, [&](const FoundContext& context) {
        return rare.contains(context.values[column]);
      });
      changed = changed || gone > 0;
    }
  }
}

Design make_design(const std::vector<Term>& terms, const WordTable& table) {
  std::vector<Covariate> covariates;
  for (std::size_t column = 0; column < terms.size(); ++column) {
    std::vector<std::string> values;
    values.reserve(table.first_contexts.size());
    for (const std::size_t context : table.first_contexts)
      values.push_back(table.contexts[context].values[column]);
    covariates.push_back(describe_covariate(terms[column], values, table.sums.counts));
  }
  return Design(std::move(covariates));
}

DesignedUnits design_units(const Design& design, const WordTable& table) {
  DesignedUnits units{&table.sums, design.columns(), {}};
  for (const std::size_t context : table.first_contexts) {
    const std::vector<double> row = design.row(table.contexts[context].values);
    units.rows.insert(units.rows.end(), row.begin(), row.end());
  }
  return units;
}

double squared_norm_of(const std::vector<double>& coefficients, std::size_t column, std::size_t k) {
  const auto one = std::span(coefficients).subspan(column * k, k);
  return dot(one, one);
}

Coefficient describe_coefficient(const SampledFit& fit, std::size_t column, std::size_t k) {
  Coefficient result;
  const double squared = squared_norm_of(fit.coefficients, column, k);
  result.norm = std::sqrt(squared);
  if (fit.noise.empty()) return result;
  std::vector<std::optional<double>> samples;
  samples.reserve(fit.samples.size());
  for (const auto& sample : fit.samples)
    samples.push_back(sample ? std::optional(squared_norm_of(sample->coefficients, column, k) -
                                             sample->noise[column])
                             : std::nullopt);
  result.squared = Estimated{squared - fit.noise[column], interval_of(samples)};
  return result;
}

// Bᵀz.
std::vector<double> fitted_mean(const std::vector<double>& coefficients,
                                std::span<const double> row, std::size_t k) {
  std::vector<double> mean(k);
  for (std::size_t j = 0; j < row.size(); ++j)
    axpy(row[j], std::span(coefficients).subspan(j * k, k), mean);
  return mean;
}

std::vector<Fitted> fit_values(const Model& model, const Design& design, const SampledFit& fit,
                               const std::vector<Anchor>& anchors,
                               std::optional<std::size_t> itself, const CompareOptions& options,
                               std::vector<std::string>& hints) {
  const std::size_t k = model.dimension();
  std::vector<Fitted> all;
  std::vector<std::vector<float>> vectors;
  for (const std::string& at : options.at) {
    std::optional<std::string> hint;
    const std::vector<double> row = design.row_at(at, hint);
    if (hint && std::ranges::find(hints, *hint) == hints.end()) hints.push_back(*hint);
    std::vector<std::vector<float>> samples;
    if (!anchors.empty())
      for (const auto& sample : fit.samples)
        samples.push_back(sample ? vector_of_mean(model, fitted_mean(sample->coefficients, row, k))
                                 : std::vector<float>());
    vectors.push_back(vector_of_mean(model, fitted_mean(fit.coefficients, row, k)));
    all.push_back(
        {at, vectors.back(), {}, anchor_cosines(model, anchors, vectors.back(), samples)});
  }
  if (all.empty()) return all;
  auto nearest = nearest_words(model, vectors, options.neighbors, itself, options.threads);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].nearest = std::move(nearest[i]);
  return all;
}

// Why a design cannot be fitted; nothing if it can.
std::optional<std::string> find_flaw(const Design& design, std::size_t units) {
  for (const Covariate& covariate : design.covariates()) {
    if (covariate.numeric && covariate.low == covariate.high)
      return fmt::format("{} is {:g} in all contexts", covariate.name, covariate.low);
    if (!covariate.numeric && covariate.levels.size() < 2)
      return fmt::format("{} has a single level with enough contexts", covariate.name);
  }
  const std::size_t columns = design.columns();
  if (columns > most_coefficients + 1)
    return fmt::format(
        "its covariates have {} coefficients, more than the {} that can be fitted; raise "
        "`min-contexts`, or give a column with fewer levels",
        columns - 1, most_coefficients);
  if (units <= columns)
    return fmt::format("{} documents are too few for {} coefficients", units, columns);
  return std::nullopt;
}

}  // namespace

void regress_word(const Model& model, WordSample sample, const std::vector<Anchor>& anchors,
                  const Resampling& resampling, const CompareOptions& options, ComparedWord& word,
                  std::vector<std::string>& hints) {
  if (sample.strata.empty()) return;
  const std::vector<Term> terms = parse_formula(options.formula);
  add_number_hints(terms, sample.strata.begin()->second.contexts, hints);
  leave_out_rare(terms, options, sample.strata.begin()->second.contexts, word);
  const WordTable table = make_table(model, std::move(sample), options.threads);
  word.contexts = table.contexts.size();
  word.documents = table.documents;
  word.split_documents = table.split_documents;
  word.without_document = table.without_document;
  if (word.contexts < options.min_contexts) return;
  const Design design = make_design(terms, table);
  std::optional<std::string> flaw = find_flaw(design, table.sums.size());
  DesignedUnits units{};  // of very many columns there is no room for them
  std::optional<SampledFit> fit;
  if (!flaw) {
    units = design_units(design, table);
    fit = fit_regression(units, resampling, purpose_of(Purpose::fit));
  }
  if (!flaw && !fit) flaw = "its covariates are linearly dependent; leave one of them out";
  if (flaw) {
    hints.push_back(fmt::format("no regression of \"{}\": {}", word.word, *flaw));
    return;
  }
  Regression& regression = word.regression.emplace();
  regression.covariates = design.covariates();
  const std::vector<std::string> names = design.names();
  for (std::size_t column = 1; column < names.size(); ++column) {
    Coefficient& one =
        regression.coefficients.emplace_back(describe_coefficient(*fit, column, model.dimension()));
    one.name = names[column];
    one.p = test_coefficient(units, column, resampling, purpose_of(Purpose::coefficients, column));
  }
  regression.fitted =
      fit_values(model, design, *fit, anchors,
                 find_word(model.vectors(), word.word, model.text()).word, options, hints);
}

}  // namespace oovec::inline compare
