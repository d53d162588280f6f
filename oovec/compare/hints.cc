#include "oovec/compare/hints.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "oovec/compare/covariate_value.h"

namespace oovec::inline compare {
namespace {

// "1 document", "2 documents".
std::string some(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string values_missing(const ComparedWord& word, const CompareOptions& options) {
  if (!options.over.empty())
    return fmt::format(
        "no row with \"{}\" has a number or a date such as 1961-01-20 in \"{}\", which `over` "
        "names",
        word.word, options.over);
  if (!options.formula.empty())
    return fmt::format("no row with \"{}\" has a value in every column of \"{}\"", word.word,
                       options.formula);
  return fmt::format(
      "no row with \"{}\" has a value in \"{}\"; check that this is the name of a column",
      word.word, options.by);
}

// Why it cannot be compared.
std::string obstacle(const ComparedWord& word, const CompareOptions& options) {
  if (word.found == 0) return fmt::format("\"{}\" does not occur in the text", word.word);
  if (word.without_value == word.found) return values_missing(word, options);
  if (word.without_value + word.without_words == word.found)
    return fmt::format("no context of \"{}\" has a word that the model knows", word.word);
  if (word.groups.size() == 1 && word.left_out.empty())
    return fmt::format("all contexts of \"{}\" are of {}; there is nothing to compare them with",
                       word.word, word.groups.front().name);
  return fmt::format(
      "\"{}\" has too few contexts to compare; lower `min-contexts`, or give more text", word.word);
}

bool lacks_interval(const std::optional<Estimated>& number) { return number && !number->interval; }

// Of numbers that are known.
bool lacks_intervals(const ComparedWord& word) {
  const auto of_pair = [](const ComparePair& pair) {
    return lacks_interval(pair.debiased) || lacks_interval(pair.squared_distance);
  };
  const auto of_coefficient = [](const Coefficient& one) { return lacks_interval(one.squared); };
  return std::ranges::any_of(word.pairs, of_pair) ||
         (word.regression && std::ranges::any_of(word.regression->coefficients, of_coefficient));
}

bool has_no_square(const Coefficient& one) { return !one.squared; }

}  // namespace

void add_hints(const ComparedWord& word, const CompareOptions& options,
               std::vector<std::string>& hints) {
  constexpr std::uint64_t few_documents = 10;
  const bool is_told = !options.formula.empty() && word.contexts >= options.min_contexts;
  if (word.groups.size() < 2 && !word.regression) {
    if (!is_told) hints.push_back(obstacle(word, options));
  } else if (word.documents < few_documents) {
    hints.push_back(
        fmt::format("the contexts of \"{}\" are from {}; with so few, tests have little power, and "
                    "intervals are rough",
                    word.word, some(word.documents, "document")));
  }
  if (options.bootstraps > 0 && lacks_intervals(word))
    hints.push_back(fmt::format(
        "\"{}\" has numbers without an interval: more than one in twenty bootstrap samples do not "
        "determine them, because too few documents have a value",
        word.word));
  if (word.regression && std::ranges::any_of(word.regression->coefficients, has_no_square))
    hints.push_back(fmt::format(
        "the debiased norms of \"{}\" are not known, because a single document determines a "
        "coefficient; leave out levels that occur in one document",
        word.word));
  if (options.document.empty()) return;
  if (word.split_documents > 0)
    hints.push_back(fmt::format(
        "{} with \"{}\" {} several values, and count{} as one document per value, "
        "as if these were independent",
        some(word.split_documents, "document"), word.word,
        word.split_documents == 1 ? "has" : "have", word.split_documents == 1 ? "s" : ""));
  if (word.without_document > 0)
    hints.push_back(
        fmt::format("{} of \"{}\" {} in rows without a value in \"{}\"; each such row "
                    "counts as a document",
                    some(word.without_document, "context"), word.word,
                    word.without_document == 1 ? "is" : "are", options.document));
}

void add_number_hints(const std::vector<Term>& terms, const std::vector<FoundContext>& contexts,
                      std::vector<std::string>& hints) {
  for (std::size_t column = 0; column < terms.size(); ++column) {
    if (terms[column].categorical) continue;
    std::vector<std::string> others;
    for (const FoundContext& context : contexts)
      if (!parse_value(context.values[column])) others.push_back(context.values[column]);
    if (others.empty() || 2 * others.size() > contexts.size()) continue;
    const std::string hint = fmt::format(
        "{} is treated as a category, because \"{}\" is not a number; leave such values empty to "
        "treat it as a number",
        terms[column].column, *std::ranges::min_element(others));
    if (std::ranges::find(hints, hint) == hints.end()) hints.push_back(hint);
  }
}

}  // namespace oovec::inline compare
