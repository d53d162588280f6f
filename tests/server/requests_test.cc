#include "apps/server/requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/refused.h"

namespace oovec::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Requests, OneWordIsNoBatch) {
  const InferRequest request = parse_infer(
      R"({"word": "pomelo", "contexts": ["a", "b"], "diagnostics": true, "encoding": "base64"})",
      10);
  ASSERT_EQ(request.items.size(), 1U);
  EXPECT_EQ(request.items[0].word, "pomelo");
  EXPECT_THAT(request.items[0].contexts, ElementsAre("a", "b"));
  EXPECT_FALSE(request.is_batch || request.store);
  EXPECT_TRUE(request.diagnostics);
  EXPECT_EQ(request.encoding, Encoding::base64);
}

TEST(Requests, NullIsAsIfLeftOut) {
  const InferRequest request = parse_infer(
      R"({"word": "a", "contexts": null, "store": null, "encoding": null, "items": null})", 10);
  EXPECT_THAT(request.items[0].contexts, IsEmpty());
  EXPECT_EQ(request.encoding, Encoding::numbers);
}

TEST(Requests, ABatchMayBeAsLongAsTheLimit) {
  EXPECT_EQ(parse_infer(R"({"items": [{"word": "a"}, {"word": "b"}]})", 2).items.size(), 2U);
  const RequestError error =
      refusal_of([] { (void)parse_infer(R"({"items": [{"word": "a"}, {"word": "b"}]})", 1); });
  EXPECT_EQ(error.status(), 413);
  EXPECT_EQ(error.type(), "too_large");
}

TEST(Requests, KindsOfNeighborsAreChosen) {
  const NeighborsRequest all = parse_neighbors(R"({"word": "a"})");
  EXPECT_TRUE(all.both && all.form && all.context);
  const NeighborsRequest some = parse_neighbors(R"({"word": "a", "by": ["form"], "k": 3})");
  EXPECT_TRUE(some.form && !some.both && !some.context);
  EXPECT_EQ(some.k, 3U);
  const NeighborsRequest none = parse_neighbors(R"({"word": "a", "by": []})");
  EXPECT_FALSE(none.both || none.form || none.context);
}

TEST(Requests, TextsToEmbedAreOneOrMany) {
  EXPECT_THAT(parse_embeddings(R"({"input": "a", "model": "m"})", 2).input, ElementsAre("a"));
  EXPECT_THAT(parse_embeddings(R"({"input": ["a", ""], "model": "m"})", 2).input,
              ElementsAre("a", ""));
  EXPECT_EQ(refusal_of([] {
              (void)parse_embeddings(R"({"input": ["a", "", ""], "model": "m"})", 2);
            }).status(),
            413);
}

TEST(Requests, KeysThatNobodyKnowsAreRefusedByName) {
  const RequestError error =
      refusal_of([] { (void)parse_explain(R"({"word": "a", "without_ngram": []})"); });
  EXPECT_EQ(error.status(), 422);
  EXPECT_THAT(error.what(), HasSubstr("\"without_ngram\"; did you mean without_ngrams?"));
}

TEST(Requests, WhatIsNotJsonIsMalformed) {
  for (const char* const body :
       {"", "{", "nonsense", "{\"word\": \"\xFF\"}", "{} {}", "{'a': 1}"}) {
    const RequestError error = refusal_of([&] { (void)parse_infer(body, 10); });
    EXPECT_EQ(error.status(), 400) << body;
    EXPECT_THAT(error.what(), HasSubstr("the body is not JSON")) << body;
  }
}

TEST(Requests, DeepJsonIsRefusedBeforeItIsBuilt) {
  const std::string deep(1'000'000, '[');
  const RequestError error = refusal_of([&] { (void)parse_infer(deep, 10); });
  EXPECT_EQ(error.status(), 400);
  EXPECT_THAT(error.what(), HasSubstr("nested more than 16 deep"));
}

}  // namespace
}  // namespace oovec::server
