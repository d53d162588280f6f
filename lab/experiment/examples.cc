#include "lab/experiment/examples.h"

#include <algorithm>
#include <map>

#include "lab/eval/data_file.h"
#include "oovec/base/error.h"
#include "oovec/model/neighbors.h"

namespace oovec::lab {
namespace {

constexpr std::size_t neighbors_shown = 5;

std::map<std::string, std::string> read_definitions(const std::string& path, bool lowercase) {
  std::map<std::string, std::string> definitions;
  if (path.empty()) return definitions;
  const DataFile file = read_items(path);
  for (const DataLine& line : file.lines) {
    const std::vector<std::string> fields = file.fields(line, 2, "a word and a sentence");
    definitions.try_emplace(normal_word(fields[0], lowercase), fields[1]);
  }
  return definitions;
}

Json weight_json(const std::string& text, const Importance& weight) {
  return {{"text", text}, {"importance", weight.importance}, {"change", weight.change}};
}

Importance weight_of(const Json& item) {
  return {item.at("importance").get<double>(), item.at("change").get<double>()};
}

template <class Number>
Json number_json(const std::optional<Number>& number) {
  return number ? Json(*number) : Json();
}

std::optional<float> number_of(const Json& number) {
  return number.is_null() ? std::nullopt : std::optional(number.get<float>());
}

Json neighborhood_json(const std::optional<Neighborhood>& found, const Model& model) {
  if (!found) return nullptr;
  Json words = Json::array();
  for (const Neighbor& neighbor : found->neighbors)
    words.push_back({{"word", model.vectors().word(neighbor.row)}, {"cosine", neighbor.score}});
  return {{"neighbors", words}, {"rank", number_json(found->rank)}};
}

Json inference_json(const Inference& inferred) {
  return {{"alpha", inferred.alpha},
          {"known_ngrams", inferred.known_ngrams},
          {"context_words", inferred.context_words},
          {"agreement", number_json(inferred.agreement)},
          {"confidence", number_json(inferred.confidence)}};
}

Json explanation_json(const Explanation& explanation) {
  Json ngrams = Json::array(), contexts = Json::array();
  for (const ExplainedNgram& ngram : explanation.ngrams) {
    ngrams.push_back(weight_json(ngram.text, ngram.weight));
    ngrams.back()["known"] = ngram.known;
  }
  for (const auto& tokens : explanation.contexts) {
    Json& context = contexts.emplace_back(Json::array());
    for (const ExplainedToken& token : tokens) {
      context.push_back(weight_json(token.text, token.weight));
      context.back()["role"] = enum_name(token.role);
    }
  }
  return {{"word", explanation.word},
          {"inferred", explanation.inferred ? inference_json(*explanation.inferred) : Json()},
          {"context_share", explanation.context_share},
          {"ngrams", ngrams},
          {"contexts", contexts}};
}

}  // namespace

Json explain_examples(const ExperimentConfig& config, const Model& model, int threads) {
  const bool lowercase = model.settings().lowercase;
  const auto definitions = read_definitions(config.dn, lowercase);
  Json list = Json::array();
  for (const ExampleWord& example : config.examples) {
    std::vector<std::string> contexts = example.contexts;
    const auto definition = definitions.find(normal_word(example.word, lowercase));
    if (contexts.empty() && definition != definitions.end()) contexts = {definition->second};
    const Explanation explanation = explain(model, example.word, contexts);
    Json& json = list.emplace_back(explanation_json(explanation));
    if (!explanation.inferred) continue;
    const Neighborhoods found =
        find_neighbors(model, explanation.word, *explanation.inferred, neighbors_shown, threads);
    json["form"] = neighborhood_json(found.form, model);
    json["context"] = neighborhood_json(found.context, model);
    json["joint"] = neighborhood_json(found.joint, model);
  }
  return list;
}

Explanation explanation_of(const Json& example) {
  Explanation explanation;
  explanation.word = example.at("word").get<std::string>();
  explanation.context_share = example.at("context_share").get<double>();
  const Json& inferred = example.at("inferred");
  if (!inferred.is_null()) {
    explanation.inferred.emplace();
    explanation.inferred->alpha = inferred.at("alpha").get<float>();
    explanation.inferred->known_ngrams = inferred.at("known_ngrams").get<float>();
    explanation.inferred->context_words = inferred.at("context_words").get<std::uint64_t>();
    explanation.inferred->agreement = number_of(inferred.at("agreement"));
    explanation.inferred->confidence = number_of(inferred.at("confidence"));
  }
  for (const Json& ngram : example.at("ngrams"))
    explanation.ngrams.push_back(
        {ngram.at("text").get<std::string>(), ngram.at("known").get<bool>(), weight_of(ngram)});
  for (const Json& context : example.at("contexts")) {
    auto& tokens = explanation.contexts.emplace_back();
    for (const Json& token : context)
      tokens.push_back({token.at("text").get<std::string>(),
                        enum_named<TokenRole>(token.at("role").get<std::string>()).value(),
                        weight_of(token)});
  }
  return explanation;
}

}  // namespace oovec::lab
