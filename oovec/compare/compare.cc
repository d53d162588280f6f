#include "oovec/compare/compare.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/base/random.h"
#include "oovec/compare/covariate_value.h"
#include "oovec/compare/design.h"
#include "oovec/compare/group_means.h"
#include "oovec/compare/hints.h"
#include "oovec/compare/read_contexts.h"
#include "oovec/compare/regress_word.h"
#include "oovec/compare/similarity.h"
#include "oovec/compare/unit_sums.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline compare {
namespace {

constexpr std::size_t most_groups = 40;
constexpr std::size_t most_periods = 400;

void check(const CompareOptions& options) {
  const int kinds = (options.by.empty() ? 0 : 1) + (options.over.empty() ? 0 : 1) +
                    (options.formula.empty() ? 0 : 1);
  if (kinds == 0)
    throw Error(
        ErrorKind::usage,
        "there is nothing to compare by; name a column of groups with `by`, a column of times with "
        "`over`, or the columns of a regression with `formula`");
  if (kinds > 1)
    throw Error(
        ErrorKind::usage,
        "`by`, `over` and `formula` cannot be combined; to compare by several columns, name "
        "them in `formula`, such as \"party + year\"");
  if (options.words.empty())
    throw Error(ErrorKind::usage, "there is no `word` to compare; name at least one");
  if (!options.at.empty() && options.formula.empty())
    throw Error(ErrorKind::usage, "`at` gives values to the columns of `formula`; name these, too");
}

ComparedColumns columns_of(const CompareOptions& options) {
  ComparedColumns columns{{}, options.document};
  if (!options.by.empty()) columns.covariates = {options.by};
  if (!options.over.empty()) columns.covariates = {options.over};
  if (!options.formula.empty())
    for (const Term& term : parse_formula(options.formula))
      columns.covariates.push_back(term.column);
  const std::vector<std::string> names = columns.names();
  for (const std::string& name : names) {
    if (name == options.text)
      throw Error(ErrorKind::usage,
                  fmt::format("\"{}\" is the column of the text; name another column", name));
    if (std::ranges::count(names, name) > 1)
      throw Error(ErrorKind::usage,
                  fmt::format("\"{}\" is the `document` column; compare by another column", name));
  }
  return columns;
}

std::string group_name(const Stratum& key, const CompareOptions& options) {
  return options.over.empty() ? key.second : period_name(key.first, options.step);
}

// Takes groups with too few contexts out of the sample, and names them.
void leave_out_small(const CompareOptions& options, WordSample& sample, ComparedWord& word) {
  for (auto stratum = sample.strata.begin(); stratum != sample.strata.end();) {
    const std::size_t contexts = stratum->second.contexts.size();
    if (contexts >= options.min_contexts) {
      ++stratum;
      continue;
    }
    word.left_out.push_back({group_name(stratum->first, options), contexts});
    stratum = sample.strata.erase(stratum);
  }
}

std::vector<CompareGroup> name_groups(const WordTable& table, const CompareOptions& options) {
  std::vector<CompareGroup> groups;
  for (const TableGroup& of : table.groups) {
    CompareGroup& group = groups.emplace_back();
    group.name = group_name(of.key, options);
    group.start = of.key.first;
    group.contexts = of.contexts;
    group.found = of.found;
    group.documents = of.units.size();
  }
  return groups;
}

// All groups with each other; periods with the one after.
std::vector<ComparePair> compare_pairs(const WordTable& table,
                                       const std::vector<SampledMean>& means,
                                       const CompareOptions& options,
                                       const Resampling& resampling) {
  std::vector<ComparePair> pairs;
  for (std::size_t a = 0; a < means.size(); ++a) {
    const std::size_t end = options.over.empty() ? means.size() : std::min(a + 2, means.size());
    for (std::size_t b = a + 1; b < end; ++b) {
      ComparePair& pair = pairs.emplace_back(compare_means(means[a], means[b]));
      pair.first = a;
      pair.second = b;
      const UnitRange both[] = {table.groups[a].units, table.groups[b].units};
      pair.p = test_groups(table.sums, both, resampling, purpose_of(Purpose::pairs, a << 16 | b));
    }
  }
  return pairs;
}

void compare_groups(const Model& model, const WordTable& table, const std::vector<Anchor>& anchors,
                    const Resampling& resampling, const CompareOptions& options,
                    ComparedWord& word) {
  if (options.over.empty() && table.groups.size() > most_groups)
    throw Error(ErrorKind::usage,
                fmt::format("\"{}\" has {} values with enough contexts of \"{}\", more than the {} "
                            "that can be compared; raise `min-contexts`",
                            options.by, table.groups.size(), word.word, most_groups));
  if (table.groups.size() > most_periods)
    throw Error(
        ErrorKind::usage,
        fmt::format("there are {} periods of {} with enough contexts of \"{}\", more than the "
                    "{} that can be compared; make `step` longer",
                    table.groups.size(), options.step, word.word, most_periods));
  std::vector<SampledMean> means;
  std::vector<UnitRange> ranges;
  for (const TableGroup& group : table.groups) {
    means.push_back(
        sample_mean(table.sums, group.units, resampling, purpose_of(Purpose::means, means.size())));
    ranges.push_back(group.units);
  }
  word.groups = name_groups(table, options);
  describe_groups(model, table, means, anchors,
                  find_word(model.vectors(), word.word, model.text()).word, options, word.groups);
  word.pairs = compare_pairs(table, means, options, resampling);
  if (means.size() > 2)
    word.p = test_groups(table.sums, ranges, resampling, purpose_of(Purpose::groups));
}

ComparedWord start_word(const std::string& name, const WordSample& sample) {
  ComparedWord word;
  word.word = name;
  word.found = sample.found;
  word.without_value = sample.without_value;
  word.without_words = sample.without_words;
  return word;
}

// The p-values of one kind of test, over all words.
void adjust(const std::vector<std::pair<std::optional<double>*, std::optional<double>*>>& tests) {
  std::vector<double> p;
  p.reserve(tests.size());
  for (const auto& [given, adjusted] : tests) p.push_back(**given);
  const std::vector<double> all = holm_adjusted(p);
  for (std::size_t i = 0; i < tests.size(); ++i) *tests[i].second = all[i];
}

void adjust_all(std::vector<ComparedWord>& words) {
  std::vector<std::pair<std::optional<double>*, std::optional<double>*>> pairs, coefficients;
  for (ComparedWord& word : words) {
    for (ComparePair& pair : word.pairs)
      if (pair.p) pairs.emplace_back(&pair.p, &pair.p_holm);
    if (!word.regression) continue;
    for (Coefficient& one : word.regression->coefficients)
      if (one.p) coefficients.emplace_back(&one.p, &one.p_holm);
  }
  adjust(pairs);
  adjust(coefficients);
}

void add_window_hint(const Model& model, const CompareOptions& options,
                     std::vector<std::string>& hints) {
  const std::string hint = window_hint(model.settings().window, options.context.window);
  if (!hint.empty()) hints.push_back(hint);
}

}  // namespace

CompareResult compare_contexts(const Model& model, const TextSource& corpus,
                               const CompareOptions& options) {
  check(options);
  const ComparedColumns columns = columns_of(options);
  const std::vector<std::string> targets = compared_words(model, options.words);
  const std::vector<Anchor> anchors = find_anchors(model, options.anchors);
  std::vector<float> nothing(model.dimension());
  model.map_context(nothing, nothing);  // throws for a model without contexts, before text is read
  CorpusSample sample = sample_contexts(model, corpus, targets, columns, options);

  CompareResult result;
  result.options = options;
  result.rows = sample.rows;
  result.bad_rows = sample.bad_rows;
  result.rows_without_value = sample.rows_without_value;
  result.hints = sample.hints;
  add_window_hint(model, options, result.hints);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    ComparedWord word = start_word(targets[i], sample.words[i]);
    const Resampling resampling{options.permutations, options.bootstraps,
                                derive_seed(options.seed, hash64(targets[i])), options.threads};
    if (!options.formula.empty())
      regress_word(model, std::move(sample.words[i]), anchors, resampling, options, word,
                   result.hints);
    else
      leave_out_small(options, sample.words[i], word);
    if (options.formula.empty() && !sample.words[i].strata.empty()) {
      const WordTable table = make_table(model, std::move(sample.words[i]), options.threads);
      word.contexts = table.contexts.size();
      word.documents = table.documents;
      word.split_documents = table.split_documents;
      word.without_document = table.without_document;
      compare_groups(model, table, anchors, resampling, options, word);
    }
    add_hints(word, options, result.hints);
    result.words.push_back(std::move(word));
  }
  adjust_all(result.words);
  model.vectors().check_intact();
  return result;
}

}  // namespace oovec::inline compare
