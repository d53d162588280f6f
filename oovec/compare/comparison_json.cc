// The JSON form of a comparison; docs/compare.md lists the keys.
#include <cmath>

#include <nlohmann/json.hpp>

#include "oovec/compare/compare.h"

namespace oovec::inline compare {
namespace {

using Json = nlohmann::ordered_json;

// Null where there is none.
template <class T>
Json optional_json(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json interval_json(const std::optional<Interval>& interval) {
  return interval ? Json{interval->low, interval->high} : Json();
}

// Two keys: the value, and the interval of 95 %.
void add_estimate(Json& json, const std::string& key, const std::optional<Estimated>& estimated) {
  json[key] = estimated ? Json(estimated->value) : Json();
  json[key + "_95"] = estimated ? interval_json(estimated->interval) : Json();
}

Json words_json(const std::vector<WordCosine>& words) {
  Json list = Json::array();
  for (const WordCosine& word : words)
    list.push_back({{"word", word.word}, {"cosine", word.cosine}});
  return list;
}

Json anchors_json(const std::vector<AnchorCosine>& anchors) {
  Json list = Json::array();
  for (const AnchorCosine& anchor : anchors) {
    Json& json = list.emplace_back(Json{{"word", anchor.word}});
    add_estimate(json, "cosine", anchor.cosine);
  }
  return list;
}

Json group_json(const CompareGroup& group) {
  Json json = {{"name", group.name},
               {"start", group.start},
               {"contexts", group.contexts},
               {"found", group.found},
               {"documents", group.documents},
               {"nearest", words_json(group.nearest)},
               {"typical_words", Json::array()},
               {"typical_contexts", Json::array()},
               {"anchors", anchors_json(group.anchors)},
               {"vector", group.vector}};
  for (const TypicalWord& word : group.typical_words) {
    Json& one = json["typical_words"].emplace_back(
        Json{{"word", word.word}, {"cosine", word.cosine}, {"others", word.others}});
    add_estimate(one, "ratio", word.ratio);
  }
  for (const TypicalContext& context : group.typical_contexts)
    json["typical_contexts"].push_back({{"text", context.text},
                                        {"document", context.document},
                                        {"cosine", context.cosine},
                                        {"ratio", optional_json(context.ratio)}});
  return json;
}

Json pair_json(const ComparePair& pair, const std::vector<CompareGroup>& groups) {
  Json json = {{"first", groups[pair.first].name}, {"second", groups[pair.second].name}};
  add_estimate(json, "cosine", pair.cosine);
  add_estimate(json, "debiased_cosine", pair.debiased);
  json["distance"] = pair.distance;
  add_estimate(json, "debiased_squared_distance", pair.squared_distance);
  json["p"] = optional_json(pair.p);
  json["p_holm"] = optional_json(pair.p_holm);
  return json;
}

Json covariate_json(const Covariate& covariate) {
  if (!covariate.numeric)
    return {{"name", covariate.name},
            {"kind", "categorical"},
            {"reference", covariate.levels.front()},
            {"levels", covariate.levels}};
  return {{"name", covariate.name},
          {"kind", "numeric"},
          {"mean", covariate.mean},
          {"low", covariate.low},
          {"high", covariate.high}};
}

Json regression_json(const Regression& regression) {
  Json json = {
      {"covariates", Json::array()}, {"coefficients", Json::array()}, {"fitted", Json::array()}};
  for (const Covariate& covariate : regression.covariates)
    json["covariates"].push_back(covariate_json(covariate));
  for (const Coefficient& one : regression.coefficients) {
    Json& coefficient =
        json["coefficients"].emplace_back(Json{{"name", one.name}, {"norm", one.norm}});
    add_estimate(coefficient, "debiased_squared_norm", one.squared);
    coefficient["p"] = optional_json(one.p);
    coefficient["p_holm"] = optional_json(one.p_holm);
  }
  for (const Fitted& fitted : regression.fitted)
    json["fitted"].push_back({{"at", fitted.values},
                              {"nearest", words_json(fitted.nearest)},
                              {"anchors", anchors_json(fitted.anchors)},
                              {"vector", fitted.vector}});
  return json;
}

Json word_json(const ComparedWord& word) {
  Json json = {{"word", word.word},
               {"found", word.found},
               {"without_value", word.without_value},
               {"without_words", word.without_words},
               {"contexts", word.contexts},
               {"documents", word.documents},
               {"split_documents", word.split_documents},
               {"without_document", word.without_document},
               {"left_out", Json::array()},
               {"groups", Json::array()},
               {"pairs", Json::array()},
               {"p", optional_json(word.p)},
               {"regression", word.regression ? regression_json(*word.regression) : Json()}};
  for (const LeftOut& group : word.left_out)
    json["left_out"].push_back({{"name", group.name}, {"contexts", group.contexts}});
  for (const CompareGroup& group : word.groups) json["groups"].push_back(group_json(group));
  for (const ComparePair& pair : word.pairs) json["pairs"].push_back(pair_json(pair, word.groups));
  return json;
}

Json settings_json(const CompareOptions& options) {
  return {{"by", options.by},
          {"over", options.over},
          {"formula", options.formula},
          {"unit", options.document.empty() ? "row" : options.document},
          {"step", options.step},
          {"window", options.context.window},
          {"min_contexts", options.min_contexts},
          {"max_contexts", options.max_contexts},
          {"permutations", options.permutations},
          {"bootstraps", options.bootstraps},
          {"seed", options.seed}};
}

}  // namespace

std::string comparison_json(const CompareResult& result) {
  Json json = {{"settings", settings_json(result.options)},
               {"rows", result.rows},
               {"bad_rows", result.bad_rows},
               {"rows_without_value", result.rows_without_value},
               {"words", Json::array()},
               {"hints", result.hints}};
  for (const ComparedWord& word : result.words) json["words"].push_back(word_json(word));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace oovec::inline compare
