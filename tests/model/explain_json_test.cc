#include "oovec/model/explain_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/models.h"

namespace oovec {
namespace {

using Value = nlohmann::ordered_json;

std::vector<std::string> keys_of(const Value& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

TEST(ExplainJson, HoldsAllThatIsKnown) {
  const Explanation explanation =
      explain(Model(small_model()), "pomelo", {{"The sweet pomelo isn't a durian"}});
  const Value value =
      Value::parse(explanation_json(explanation, std::vector<std::string>{"citrus", "lemon"}));
  EXPECT_EQ(keys_of(value), (std::vector<std::string>{
                                "word", "alpha", "context_share", "confidence", "agreement",
                                "known_ngrams", "context_words", "nearest", "ngrams", "contexts"}));
  EXPECT_EQ(value.at("word"), "pomelo");
  EXPECT_EQ(value.at("alpha").get<float>(), explanation.inferred->alpha);
  EXPECT_EQ(value.at("context_share").get<float>(), explanation.inferred->context_share);
  EXPECT_EQ(value.at("agreement").get<float>(), explanation.inferred->agreement);
  EXPECT_EQ(value.at("known_ngrams").get<float>(), explanation.inferred->known_ngrams);
  EXPECT_EQ(value.at("context_words"), explanation.inferred->context_words);
  EXPECT_EQ(value.at("nearest"), Value({"citrus", "lemon"}));
  ASSERT_EQ(value.at("ngrams").size(), explanation.ngrams.size());
  for (std::size_t i = 0; i < explanation.ngrams.size(); ++i) {
    const ExplainedNgram& ngram = explanation.ngrams[i];
    EXPECT_EQ(value.at("ngrams")[i], Value({{"text", ngram.text},
                                            {"importance", ngram.influence.importance},
                                            {"change", ngram.influence.change},
                                            {"contribution", ngram.influence.contribution},
                                            {"known", ngram.known}}));
  }
  ASSERT_EQ(value.at("contexts").size(), 1U);
  ASSERT_EQ(value.at("contexts")[0].size(), explanation.contexts[0].size());
  for (std::size_t i = 0; i < explanation.contexts[0].size(); ++i) {
    const ExplainedToken& token = explanation.contexts[0][i];
    EXPECT_EQ(value.at("contexts")[0][i], Value({{"text", token.text},
                                                 {"importance", token.influence.importance},
                                                 {"change", token.influence.change},
                                                 {"contribution", token.influence.contribution},
                                                 {"role", enum_name(token.role)}}));
  }
}

TEST(ExplainJson, WithoutAVectorItsNumbersAreNull) {
  const Value value =
      Value::parse(explanation_json(explain(Model(small_model()), "xyz", {{"durian"}})));
  for (const char* key :
       {"alpha", "context_share", "confidence", "agreement", "known_ngrams", "context_words"})
    EXPECT_TRUE(value.at(key).is_null()) << key;
  EXPECT_EQ(value.at("nearest"), Value::array());
  EXPECT_EQ(value.at("contexts")[0][0].at("role"), "unknown");
}

TEST(ExplainJson, BytesThatAreNotUtf8BecomeReplacementCharacters) {
  Explanation explanation = explain(Model(small_model()), "pomelo", {});
  explanation.word = "a\xFF";
  EXPECT_EQ(Value::parse(explanation_json(explanation)).at("word"), "a\uFFFD");
}

}  // namespace
}  // namespace oovec
