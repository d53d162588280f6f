// Every number of a comparison as CSV, one a line: what of which word it is, its value, and its
// interval.
#include <algorithm>

#include <fmt/format.h>

#include "oovec/compare/compare.h"

namespace oovec::inline compare {
namespace {

std::string quoted(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(field);
  std::string text = "\"";
  for (const char c : field) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

class Csv {
 public:
  explicit Csv(std::string word) : word_(std::move(word)) {}

  static constexpr const char* header = "word,part,group,item,figure,value,low,high\n";

  void add(std::string_view part, std::string_view group, std::string_view item,
           std::string_view figure, const Estimated& number) {
    text_ += fmt::format("{},{},{},{},{},{},", quoted(word_), part, quoted(group), quoted(item),
                         figure, number.value);
    text_ += number.interval ? fmt::format("{},{}\n", number.interval->low, number.interval->high)
                             : ",\n";
  }
  void add(std::string_view part, std::string_view group, std::string_view item,
           std::string_view figure, double number) {
    add(part, group, item, figure, Estimated{number, std::nullopt});
  }
  void add(std::string_view part, std::string_view group, std::string_view item,
           std::string_view figure, std::uint64_t count) {
    add(part, group, item, figure, static_cast<double>(count));
  }
  template <class T>
  void add(std::string_view part, std::string_view group, std::string_view item,
           std::string_view figure, const std::optional<T>& number) {
    if (number) add(part, group, item, figure, *number);
  }

  const std::string& text() const { return text_; }

 private:
  std::string word_;
  std::string text_;
};

void add_near(std::string_view part, std::string_view group, const std::vector<WordCosine>& nearest,
              const std::vector<AnchorCosine>& anchors, Csv& csv) {
  for (const WordCosine& near : nearest) csv.add(part, group, near.word, "cosine", near.cosine);
  for (const AnchorCosine& anchor : anchors)
    csv.add("anchor", group, anchor.word, "cosine", anchor.cosine);
}

void add_group(const CompareGroup& group, bool is_period, Csv& csv) {
  if (is_period) csv.add("group", group.name, "", "start", group.start);
  csv.add("group", group.name, "", "contexts", group.contexts);
  csv.add("group", group.name, "", "found", group.found);
  csv.add("group", group.name, "", "documents", group.documents);
  add_near("nearest", group.name, group.nearest, group.anchors, csv);
  for (const TypicalWord& word : group.typical_words) {
    csv.add("typical word", group.name, word.word, "cosine", word.cosine);
    csv.add("typical word", group.name, word.word, "others", word.others);
    csv.add("typical word", group.name, word.word, "ratio", word.ratio);
  }
  for (const TypicalContext& context : group.typical_contexts) {
    csv.add("typical context", group.name, context.text, "cosine", context.cosine);
    csv.add("typical context", group.name, context.text, "ratio", context.ratio);
  }
  for (std::size_t i = 0; i < group.vector.size(); ++i)
    csv.add("vector", group.name, fmt::format("{}", i), "number", double{group.vector[i]});
}

void add_pair(const ComparePair& pair, const ComparedWord& word, Csv& csv) {
  const std::string& first = word.groups[pair.first].name;
  const std::string& second = word.groups[pair.second].name;
  csv.add("pair", first, second, "cosine", pair.cosine);
  csv.add("pair", first, second, "debiased cosine", pair.debiased);
  csv.add("pair", first, second, "distance", pair.distance);
  csv.add("pair", first, second, "debiased squared distance", pair.squared_distance);
  csv.add("pair", first, second, "p", pair.p);
  csv.add("pair", first, second, "p holm", pair.p_holm);
}

void add_regression(const Regression& regression, Csv& csv) {
  for (const Covariate& covariate : regression.covariates) {
    if (!covariate.numeric) continue;
    csv.add("covariate", "", covariate.name, "mean", covariate.mean);
    csv.add("covariate", "", covariate.name, "low", covariate.low);
    csv.add("covariate", "", covariate.name, "high", covariate.high);
  }
  for (const Coefficient& one : regression.coefficients) {
    csv.add("coefficient", "", one.name, "norm", one.norm);
    csv.add("coefficient", "", one.name, "debiased squared norm", one.squared);
    csv.add("coefficient", "", one.name, "p", one.p);
    csv.add("coefficient", "", one.name, "p holm", one.p_holm);
  }
  for (const Fitted& fitted : regression.fitted) {
    add_near("fitted", fitted.values, fitted.nearest, fitted.anchors, csv);
    for (std::size_t i = 0; i < fitted.vector.size(); ++i)
      csv.add("vector", fitted.values, fmt::format("{}", i), "number", double{fitted.vector[i]});
  }
}

}  // namespace

std::string comparison_csv(const CompareResult& result) {
  Csv corpus("");
  corpus.add("corpus", "", "", "rows", result.rows);
  corpus.add("corpus", "", "", "bad rows", result.bad_rows);
  corpus.add("corpus", "", "", "rows without value", result.rows_without_value);
  std::string text = Csv::header + corpus.text();
  const bool is_period = !result.options.over.empty();
  for (const ComparedWord& word : result.words) {
    Csv csv(word.word);
    csv.add("word", "", "", "found", word.found);
    csv.add("word", "", "", "without value", word.without_value);
    csv.add("word", "", "", "without words", word.without_words);
    csv.add("word", "", "", "contexts", word.contexts);
    csv.add("word", "", "", "documents", word.documents);
    csv.add("word", "", "", "split documents", word.split_documents);
    csv.add("word", "", "", "without document", word.without_document);
    csv.add("word", "", "", "p", word.p);
    for (const LeftOut& group : word.left_out)
      csv.add("left out", group.name, "", "contexts", group.contexts);
    for (const CompareGroup& group : word.groups) add_group(group, is_period, csv);
    for (const ComparePair& pair : word.pairs) add_pair(pair, word, csv);
    if (word.regression) add_regression(*word.regression, csv);
    text += csv.text();
  }
  return text;
}

}  // namespace oovec::inline compare
