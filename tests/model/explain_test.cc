#include "oovec/model/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numeric>

#include "oovec/base/kernels.h"
#include "oovec/form/ngrams.h"
#include "tests/support/models.h"

namespace oovec {
namespace {

using testing::DoubleNear;
using testing::IsEmpty;
using testing::SizeIs;

constexpr double tolerance = 2e-5;  // of the vectors in float that are compared with

const std::vector<std::string> two_contexts = {"The sweet pomelo is a citrus fruit.",
                                               "A durian is well known"};

double distance(std::span<const float> a, std::span<const float> b) {
  if (a.empty() || b.empty()) return a.empty() && b.empty() ? 0 : 1;
  const std::vector<double> x(a.begin(), a.end()), y(b.begin(), b.end());
  const std::span<const double> u = x, v = y;
  return 1 - dot(u, v) / std::sqrt(dot(u, u) * dot(v, v));
}

std::vector<ExplainedToken> tokens_of(const Explanation& explanation) {
  std::vector<ExplainedToken> tokens;
  for (const auto& context : explanation.contexts)
    tokens.insert(tokens.end(), context.begin(), context.end());
  return tokens;
}

using ExplainedContexts = std::vector<std::vector<ExplainedToken>>;

// The words of the vectors, each looked up by itself.
ContextEvidence sum_of(const Model& model, const ExplainedContexts& contexts) {
  ContextEvidence sum(model.dimension());
  for (const std::vector<ExplainedToken>& context : contexts) {
    std::vector<std::uint32_t> rows;
    for (const ExplainedToken& token : context)
      if (token.role == TokenRole::used)
        rows.push_back(static_cast<std::uint32_t>(model.vectors().find(token.text).value()));
    model.weighted_vectors().add(rows, sum);
  }
  return sum;
}

// Distances made shares, as documented.
std::vector<double> shares(std::vector<double> distances) {
  const double total = std::accumulate(distances.begin(), distances.end(), 0.0);
  for (double& distance : distances) distance /= total;
  return distances;
}

void expect_tokens_as_recomputed(const Model& model, const std::string& word,
                                 const std::vector<std::string>& contexts) {
  const Explanation explanation = explain(model, word, contexts);
  const Inference whole = model.infer(word, sum_of(model, explanation.contexts)).value();

  std::vector<ExplainedToken> used;
  std::vector<double> distances, changes;
  ExplainedContexts others = explanation.contexts;
  for (std::vector<ExplainedToken>& context : others)
    for (ExplainedToken& token : context) {
      if (token.role != TokenRole::used) continue;
      used.push_back(token);
      token.role = TokenRole::unknown;
      const Inference rest = model.infer(word, sum_of(model, others)).value_or(Inference{});
      token.role = TokenRole::used;
      distances.push_back(distance(whole.context, rest.context));
      changes.push_back(distance(whole.vector, rest.vector));
    }
  const std::vector<double> expected = shares(distances);
  for (std::size_t i = 0; i < used.size(); ++i) {
    EXPECT_THAT(used[i].weight.importance, DoubleNear(expected[i], tolerance)) << used[i].text;
    EXPECT_THAT(used[i].weight.change, DoubleNear(changes[i], tolerance)) << used[i].text;
  }
}

TEST(Explain, TokensWeighWhatRecomputingWithoutThemGives) {
  for (const Composition composition : compositions)
    if (uses_context(composition))
      for (const auto& contexts :
           {two_contexts, std::vector<std::string>{"The sweet pomelo", "durian", "fruit"}})
        expect_tokens_as_recomputed(Model(small_model(composition)), "pomelo", contexts);
}

TEST(Explain, AnyTokensWeighWhatRecomputingWithoutThemGives) {
  const Model model(small_model());
  EXPECT_TRUE(rc::check([&] {
    const auto size = *rc::gen::inRange<std::size_t>(0, 40);
    std::string context = "fruit citrus ";  // else all might be the same word
    for (std::size_t i = 0; i < size; ++i)
      context += std::string(model.vectors().word(*rc::gen::inRange<std::size_t>(0, 4))) + ' ';
    expect_tokens_as_recomputed(model, "pomelo", {context});
  }));
}

// A model whose word vectors weigh differently.
Model weighted_model() {
  ModelParts parts = small_model();
  parts.word_weights = arbitrary_numbers(parts.vectors->size(), 9);
  for (float& weight : parts.word_weights) weight += 1.125F;
  return Model(std::move(parts));
}

TEST(Explain, WordWeightsAreTakenIntoAccount) {
  expect_tokens_as_recomputed(weighted_model(), "pomelo", two_contexts);
  EXPECT_NE(explain(weighted_model(), "pomelo", two_contexts).contexts[0][0].weight.importance,
            explain(Model(small_model()), "pomelo", two_contexts).contexts[0][0].weight.importance);
}

TEST(Explain, NgramsWeighWhatRecomputingWithoutThemGives) {
  const Model model(small_model());
  const Embeddings& table = *model.parts().ngrams;
  const Explanation explanation = explain(model, "pomelo", two_contexts);
  ContextEvidence contexts = sum_of(model, explanation.contexts);
  std::vector<float> mean(model.dimension());
  contexts.mean(mean);

  Ngrams ngrams(model.settings().ngrams);
  const auto all = ngrams.of("pomelo");
  ASSERT_EQ(all.size(), explanation.ngrams.size());
  std::vector<double> distances, changes;
  for (std::size_t left_out = 0; left_out < all.size(); ++left_out) {
    std::vector<float> form(model.dimension());
    for (std::size_t i = 0; i < all.size(); ++i)
      if (i != left_out)
        axpy(1 / static_cast<float>(all.size() - 1), table.row(table.find(all[i]).value_or(0)),
             form);
    Composed<float> composed(model.dimension());
    EvidenceView<float> evidence;
    evidence.context.mean = mean;
    evidence.form.mean = form;
    make_composer<float>(Composition::gated, model.dimension())
        ->forward(model.parts().parameters, evidence, composed);
    distances.push_back(distance(explanation.inferred->form, form));
    changes.push_back(distance(explanation.inferred->vector, composed.vector));
  }
  const std::vector<double> expected = shares(distances);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ExplainedNgram& ngram = explanation.ngrams[i];
    EXPECT_EQ(ngram.text, display_ngram(all[i]));
    EXPECT_EQ(ngram.known, table.find(all[i]).has_value());
    EXPECT_THAT(ngram.weight.importance, DoubleNear(expected[i], tolerance)) << ngram.text;
    EXPECT_THAT(ngram.weight.change, DoubleNear(changes[i], tolerance)) << ngram.text;
  }
}

TEST(Explain, InfersWhatAnObservationInfers) {
  const Model model(small_model());
  Observation observation(model, "Pomelo");
  for (const std::string& context : two_contexts) observation.add(context);
  const Explanation explanation = explain(model, "Pomelo", two_contexts);
  EXPECT_EQ(explanation.word, "pomelo");
  EXPECT_EQ(explanation.inferred->vector, observation.infer()->vector);
  EXPECT_EQ(explanation.inferred->alpha, observation.infer()->alpha);
}

TEST(Explain, TargetAndUnknownTokensWeighNothing) {
  const auto contexts = explain(Model(small_model()), "pomelo", {{"Pomelo durian sweet"}}).contexts;
  ASSERT_THAT(contexts, SizeIs(1));
  const std::vector<ExplainedToken>& tokens = contexts[0];
  ASSERT_THAT(tokens, SizeIs(3));
  EXPECT_EQ(tokens[0].role, TokenRole::target);
  EXPECT_EQ(tokens[1].role, TokenRole::unknown);
  EXPECT_EQ(tokens[2].role, TokenRole::used);
  for (const std::size_t i : {0, 1}) EXPECT_EQ(tokens[i].weight.importance, 0);
}

TEST(Explain, TheOnlyWordIsAllOfTheContext) {
  const auto tokens = tokens_of(explain(Model(small_model()), "pomelo", {{"sweet"}}));
  ASSERT_THAT(tokens, SizeIs(1));
  EXPECT_EQ(tokens[0].weight.importance, 1);
  EXPECT_GT(tokens[0].weight.change, 0);  // what remains is the form
  EXPECT_LT(tokens[0].weight.change, 1);
}

TEST(Explain, RoundingIsNoImportance) {
  for (const ExplainedToken& token :
       tokens_of(explain(Model(small_model()), "pomelo", {{"sweet sweet sweet sweet sweet"}}))) {
    EXPECT_EQ(token.weight.importance, 0);
    EXPECT_EQ(token.weight.change, 0);
  }
}

TEST(Explain, TheOnlyKnownNgramIsAllOfTheForm) {
  const Explanation explanation = explain(Model(small_model()), "xpox", {});
  ASSERT_TRUE(explanation.inferred);
  for (const ExplainedNgram& ngram : explanation.ngrams) {
    EXPECT_EQ(ngram.known, ngram.text == "po");
    EXPECT_EQ(ngram.weight.change == 1, ngram.known);
  }
}

TEST(Explain, WithoutContextsTheFormIsExplained) {
  const Explanation explanation = explain(Model(small_model()), "pomelo", {});
  EXPECT_EQ(explanation.inferred->alpha, 0);
  EXPECT_THAT(explanation.contexts, IsEmpty());
  EXPECT_GT(explanation.ngrams.front().weight.change, 0);
}

TEST(Explain, OnlyWhatTheModelUsesIsExplained) {
  const auto form = explain(Model(small_model(Composition::form)), "pomelo", two_contexts);
  EXPECT_THAT(form.contexts, IsEmpty());
  EXPECT_THAT(form.ngrams, SizeIs(18));
  const auto context = explain(Model(small_model(Composition::context)), "pomelo", two_contexts);
  EXPECT_THAT(context.contexts, SizeIs(2));
  EXPECT_THAT(context.ngrams, IsEmpty());
}

TEST(Explain, NothingIsInferredWithoutEvidence) {
  const Explanation explanation = explain(Model(small_model()), "xyz", {{"durian"}});
  EXPECT_FALSE(explanation.inferred);
  for (const ExplainedNgram& ngram : explanation.ngrams) {
    EXPECT_FALSE(ngram.known);
    EXPECT_EQ(ngram.weight.importance, 0);
  }
}

TEST(Explain, WordsWithoutWeightAreNoEvidence) {
  ModelParts parts = small_model();
  parts.word_weights.assign(parts.vectors->size(), 0);
  parts.word_weights[*parts.vectors->find("fruit")] = 1;
  const auto tokens =
      tokens_of(explain(Model(std::move(parts)), "pomelo", {{"the fruit of citrus"}}));
  EXPECT_EQ(tokens[0].weight.importance, 0);
  EXPECT_EQ(tokens[1].weight.importance, 1);
  EXPECT_FALSE(std::isnan(tokens[1].weight.change));
}

// Twice as long a context counts for more than α says.
TEST(Explain, SharesOfTheVectorGoByLength) {
  Inference inferred;
  inferred.form = {1, 0};
  inferred.context = {4, 0};
  inferred.alpha = 0.25F;
  inferred.vector = {0.25F * 4 + 0.75F * 1, 0};
  EXPECT_NEAR(context_share(inferred), 1 / 1.75, 1e-6);
  inferred.form.clear();
  EXPECT_EQ(context_share(inferred), 1);
  inferred.context.clear();
  EXPECT_EQ(context_share(inferred), 0);
}

}  // namespace
}  // namespace oovec
