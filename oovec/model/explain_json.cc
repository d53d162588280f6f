#include "oovec/model/explain_json.h"

#include <nlohmann/json.hpp>

namespace oovec::inline model {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson item_json(const std::string& text, const Influence& influence) {
  return {{"text", text},
          {"importance", influence.importance},
          {"change", influence.change},
          {"contribution", influence.contribution}};
}

OrderedJson ngrams_json(const std::vector<ExplainedNgram>& ngrams) {
  OrderedJson list = OrderedJson::array();
  for (const ExplainedNgram& ngram : ngrams) {
    list.push_back(item_json(ngram.text, ngram.influence));
    list.back()["known"] = ngram.known;
  }
  return list;
}

OrderedJson contexts_json(const std::vector<std::vector<ExplainedToken>>& contexts) {
  OrderedJson list = OrderedJson::array();
  for (const std::vector<ExplainedToken>& tokens : contexts) {
    OrderedJson& context = list.emplace_back(OrderedJson::array());
    for (const ExplainedToken& token : tokens) {
      context.push_back(item_json(token.text, token.influence));
      context.back()["role"] = enum_name(token.role);
    }
  }
  return list;
}

template <class Number>
OrderedJson number_or_null(const std::optional<Number>& number) {
  return number ? OrderedJson(*number) : OrderedJson();
}

// Null, all of them, if there is no vector.
void add_inference(OrderedJson& json, const Explanation& explanation) {
  for (const char* key :
       {"alpha", "context_share", "confidence", "agreement", "known_ngrams", "context_words"})
    json[key] = nullptr;
  if (!explanation.inferred) return;
  const Inference& inferred = *explanation.inferred;
  json["alpha"] = inferred.alpha;
  json["context_share"] = inferred.context_share;
  json["confidence"] = number_or_null(inferred.confidence);
  json["agreement"] = number_or_null(inferred.agreement);
  json["known_ngrams"] = inferred.known_ngrams;
  json["context_words"] = inferred.context_words;
}

}  // namespace

std::string explanation_json(const Explanation& explanation, std::span<const std::string> nearest) {
  OrderedJson json = {{"word", explanation.word}};
  add_inference(json, explanation);
  json["nearest"] = std::vector<std::string>(nearest.begin(), nearest.end());
  json["ngrams"] = ngrams_json(explanation.ngrams);
  json["contexts"] = contexts_json(explanation.contexts);
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace oovec::inline model
