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

std::vector<Composition> explained_compositions() {
  std::vector<Composition> all(compositions.begin(), compositions.end());
  all.push_back(Composition::balanced);
  return all;
}

std::vector<ExplainedToken> tokens_of(const Explanation& explanation) {
  std::vector<ExplainedToken> tokens;
  for (const auto& context : explanation.contexts)
    tokens.insert(tokens.end(), context.begin(), context.end());
  return tokens;
}

// What items of a kind contribute together.
template <class Items>
double sum_of_contributions(const Items& items) {
  double sum = 0;
  for (const auto& item : items) sum += item.influence.contribution;
  return sum;
}

using ExplainedContexts = std::vector<std::vector<ExplainedToken>>;

// The words of the vectors, each looked up by itself.
ContextEvidence sum_of(const Model& model, const ExplainedContexts& contexts) {
  ContextEvidence sum = model.weighted_vectors().no_contexts();
  for (const std::vector<ExplainedToken>& context : contexts) {
    ContextTokens text;
    for (const ExplainedToken& token : context) {
      if (token.role == TokenRole::used)
        text.rows.push_back(static_cast<std::uint32_t>(model.vectors().find(token.text).value()));
      text.tokens.push_back({0, text.rows.size(), token.role == TokenRole::target});
    }
    model.weighted_vectors().add(text, sum);
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
    EXPECT_THAT(used[i].influence.importance, DoubleNear(expected[i], tolerance)) << used[i].text;
    EXPECT_THAT(used[i].influence.change, DoubleNear(changes[i], tolerance)) << used[i].text;
  }
}

TEST(Explain, TokensWeighWhatRecomputingWithoutThemGives) {
  for (const Composition composition : explained_compositions())
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
  EXPECT_NE(
      explain(weighted_model(), "pomelo", two_contexts).contexts[0][0].influence.importance,
      explain(Model(small_model()), "pomelo", two_contexts).contexts[0][0].influence.importance);
}

// A context without known words has no share that could be given to another.
TEST(Explain, SharesOfContextsAreInTheContributionsOfTheirWords) {
  ModelParts parts = small_model(Composition::balanced);
  std::ranges::fill(part_of(parts, "offset"), 0);
  part_of(parts, "contrast")[0] = 3;
  const std::vector<std::string> contexts = {"durian", "sweet citrus fruit", "", "knitted ice",
                                             "sweet citrus melon"};
  const Explanation found = explain(Model(parts), "pomelo", contexts);
  EXPECT_NEAR(sum_of_contributions(tokens_of(found)), found.inferred->context_share, 1e-5);
  const auto alike = found.contexts[1][0].influence.contribution;
  part_of(parts, "contrast")[0] = 0;
  const Explanation equal = explain(Model(parts), "pomelo", contexts);
  EXPECT_NE(equal.contexts[1][0].influence.contribution, alike);
}

TEST(Explain, DistancesFromTheTargetAreTakenIntoAccount) {
  ModelParts parts = small_model(Composition::balanced);
  parts.position_weights = {5, 4, 3, 2, 1.5F, 1};
  const Model model(parts);
  const std::vector<std::string> contexts = {"the sweet pomelo of the citrus fruit", "knitted ice"};
  expect_tokens_as_recomputed(model, "pomelo", contexts);
  std::ranges::fill(part_of(parts, "offset"), 0);
  const Explanation found = explain(Model(parts), "pomelo", contexts);
  EXPECT_NEAR(sum_of_contributions(tokens_of(found)), found.inferred->context_share, 1e-5);
}

// The form without one of its n-grams.
FormEvidence form_without(const Model& model, const FormEvidence& form, std::size_t left_out) {
  FormEvidence rest{{}, 0, std::vector<float>(model.dimension())};
  for (std::size_t i = 0; i < form.ngrams.size(); ++i)
    if (i != left_out) rest.ngrams.push_back(form.ngrams[i]);
  rest.known = count_known(rest.ngrams);
  for (const std::uint32_t row : rest.ngrams)
    axpy(1 / static_cast<float>(rest.ngrams.size()), model.parts().ngrams->row(row), rest.mean);
  return rest;
}

void expect_ngrams_as_recomputed(const Model& model, const std::vector<std::string>& texts) {
  const Explanation explanation = explain(model, "pomelo", texts);
  const ContextEvidence contexts = sum_of(model, explanation.contexts);
  const FormEvidence form = model.form("pomelo");
  ASSERT_EQ(form.ngrams.size(), explanation.ngrams.size());
  std::vector<double> distances, changes;
  for (std::size_t left_out = 0; left_out < form.ngrams.size(); ++left_out) {
    const Inference rest = model.infer(form_without(model, form, left_out), contexts).value();
    distances.push_back(distance(explanation.inferred->form, rest.form));
    changes.push_back(distance(explanation.inferred->vector, rest.vector));
  }
  const std::vector<double> expected = shares(distances);
  Ngrams ngrams(model.settings().ngrams);
  const auto all = ngrams.of("pomelo");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ExplainedNgram& ngram = explanation.ngrams[i];
    EXPECT_EQ(ngram.text, display_ngram(all[i]));
    EXPECT_EQ(ngram.known, model.parts().ngrams->find(all[i]).has_value());
    EXPECT_THAT(ngram.influence.importance, DoubleNear(expected[i], tolerance)) << ngram.text;
    EXPECT_THAT(ngram.influence.change, DoubleNear(changes[i], tolerance)) << ngram.text;
  }
}

TEST(Explain, NgramsWeighWhatRecomputingWithoutThemGives) {
  for (const Composition composition : explained_compositions())
    if (uses_form(composition))
      for (const auto& contexts : {two_contexts, std::vector<std::string>{}}) {
        SCOPED_TRACE(enum_name(composition));
        expect_ngrams_as_recomputed(Model(small_model(composition)), contexts);
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
  for (const std::size_t i : {0, 1}) EXPECT_EQ(tokens[i].influence.importance, 0);
}

TEST(Explain, TheOnlyWordIsAllOfTheContext) {
  const auto tokens = tokens_of(explain(Model(small_model()), "pomelo", {{"sweet"}}));
  ASSERT_THAT(tokens, SizeIs(1));
  EXPECT_EQ(tokens[0].influence.importance, 1);
  EXPECT_GT(tokens[0].influence.change, 0);  // what remains is the form
  EXPECT_LT(tokens[0].influence.change, 1);
}

TEST(Explain, RoundingIsNoImportance) {
  for (const ExplainedToken& token :
       tokens_of(explain(Model(small_model()), "pomelo", {{"sweet sweet sweet sweet sweet"}}))) {
    EXPECT_EQ(token.influence.importance, 0);
    EXPECT_EQ(token.influence.change, 0);
  }
}

TEST(Explain, TheOnlyKnownNgramIsAllOfTheForm) {
  const Explanation explanation = explain(Model(small_model()), "xpox", {});
  ASSERT_TRUE(explanation.inferred);
  for (const ExplainedNgram& ngram : explanation.ngrams) {
    EXPECT_EQ(ngram.known, ngram.text == "po");
    EXPECT_EQ(ngram.influence.change == 1, ngram.known);
  }
}

TEST(Explain, WithoutContextsTheFormIsExplained) {
  const Explanation explanation = explain(Model(small_model()), "pomelo", {});
  EXPECT_EQ(explanation.inferred->alpha, 0);
  EXPECT_THAT(explanation.contexts, IsEmpty());
  EXPECT_GT(explanation.ngrams.front().influence.change, 0);
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
    EXPECT_EQ(ngram.influence.importance, 0);
  }
}

TEST(Explain, WordsWithoutWeightAreNoEvidence) {
  ModelParts parts = small_model();
  parts.word_weights.assign(parts.vectors->size(), 0);
  parts.word_weights[*parts.vectors->find("fruit")] = 1;
  const auto tokens =
      tokens_of(explain(Model(std::move(parts)), "pomelo", {{"the fruit of citrus"}}));
  EXPECT_EQ(tokens[0].influence.importance, 0);
  EXPECT_EQ(tokens[1].influence.importance, 1);
  EXPECT_FALSE(std::isnan(tokens[1].influence.change));
}

// A composition with one α that adds nothing of its own.
bool is_plain(Composition composition) {
  return composition != Composition::componentwise && composition != Composition::balanced;
}

TEST(Explain, ContributionsOfFormAndContextAreTheirSharesOfTheVector) {
  for (const Composition composition : explained_compositions()) {
    if (!is_plain(composition)) continue;
    for (const auto& contexts : {two_contexts, std::vector<std::string>{}}) {
      if (!uses_form(composition) && contexts.empty()) continue;
      const Explanation found = explain(Model(small_model(composition)), "pomelo", contexts);
      const double share = found.inferred->context_share;
      EXPECT_NEAR(sum_of_contributions(tokens_of(found)), share, 1e-5) << enum_name(composition);
      EXPECT_NEAR(sum_of_contributions(found.ngrams), 1 - share, 1e-5) << enum_name(composition);
    }
  }
}

TEST(Explain, WeightsOfWordsAreInTheirContributions) {
  const Explanation found = explain(weighted_model(), "pomelo", two_contexts);
  EXPECT_NEAR(sum_of_contributions(tokens_of(found)), found.inferred->context_share, 1e-5);
}

TEST(Explain, WithASharePerComponentWordsContributeWhatTheMeanShareSays) {
  const Explanation found =
      explain(Model(small_model(Composition::componentwise)), "pomelo", two_contexts);
  EXPECT_NEAR(sum_of_contributions(tokens_of(found)), found.inferred->context_share, 1e-5);
}

// ((1 − α)·y₀ + α·a)·d / |d|² of the balanced model, d being made of v: μ + σ·d / |d|.
double share_of_constants(ModelParts parts, const Inference& inferred) {
  std::vector<double> direction, constants;
  for (std::size_t i = 0; i < inferred.vector.size(); ++i) {
    direction.push_back((inferred.vector[i] - part_of(parts, "mean")[i]) /
                        part_of(parts, "spread")[0]);
    constants.push_back((1 - inferred.alpha) * part_of(parts, "origin")[i] +
                        inferred.alpha * part_of(parts, "offset")[i]);
  }
  return dot(std::span<const double>(direction), constants) / inferred.strength;
}

// What is left to 1 is owed to y₀ and a: nothing, if they are 0.
TEST(Explain, WhatTheBalancedModelAddsToEveryWordIsLeftOut) {
  ModelParts parts = small_model(Composition::balanced);
  const Explanation with = explain(Model(parts), "pomelo", two_contexts);
  const double constants = share_of_constants(parts, *with.inferred);
  EXPECT_GT(std::abs(constants), 0.01);
  EXPECT_NEAR(sum_of_contributions(tokens_of(with)) + sum_of_contributions(with.ngrams),
              1 - constants, 1e-5);

  std::ranges::fill(part_of(parts, "origin"), 0);
  std::ranges::fill(part_of(parts, "offset"), 0);
  const Explanation without = explain(Model(parts), "pomelo", two_contexts);
  const double share = without.inferred->context_share;
  EXPECT_NEAR(sum_of_contributions(tokens_of(without)), share, 1e-5);
  EXPECT_NEAR(sum_of_contributions(without.ngrams), 1 - share, 1e-5);
  EXPECT_NEAR(sum_of_contributions(explain(Model(parts), "pomelo", {}).ngrams), 1, 1e-5);
}

// In two dimensions: the n-grams of "ab" point along the axes, as do two words.
ModelParts hand_made_model() {
  const NgramLengths lengths{2, 2};
  Vocabulary words, ngrams;
  for (const char* word : {"for", "against"}) words.insert(word);
  for (const char* ngram : {"\x1A",
                            "\x02"
                            "a",
                            "ab", "b\x03"})
    ngrams.insert(ngram);
  Matrix word_vectors(2), ngram_vectors(2);
  word_vectors.append(std::vector<float>{2, 0, -1, 0});
  ngram_vectors.append(std::vector<float>{0, 0, 3, 0, 0, 6, 0, -6});
  const auto vectors =
      std::make_shared<const Embeddings>(std::move(words), std::move(word_vectors));
  ModelParts parts{
      {Composition::single,
       lengths,
       TokenizerKind::words,
       true,
       "und",
       vectors->fingerprint(),
       2,
       {}},
      vectors,
      std::make_shared<const Embeddings>(std::move(ngrams), std::move(ngram_vectors)),
      std::vector<float>(make_composer<float>(Composition::single, 2)->layout().size()),
      {},
      {}};
  const std::span<float> transform = part_of(parts, "transform");
  transform[0] = transform[3] = 1;
  return parts;
}

// f = (1, 0) and c = (.5, 0), so v = (.75, 0) as α = ½: along it, the n-gram has ½·1 of .75, the
// words ½·1 and −½·½.
TEST(Explain, ContributionsHaveTheSignOfTheirDirection) {
  const Explanation found = explain(Model(hand_made_model()), "ab", {{"for against"}});
  ASSERT_THAT(found.ngrams, SizeIs(3));
  EXPECT_NEAR(found.ngrams[0].influence.contribution, 0.5 / 0.75, 1e-6);
  EXPECT_NEAR(found.ngrams[1].influence.contribution, 0, 1e-6);  // across it
  EXPECT_NEAR(found.ngrams[2].influence.contribution, 0, 1e-6);
  const auto tokens = tokens_of(found);
  ASSERT_THAT(tokens, SizeIs(2));
  EXPECT_NEAR(tokens[0].influence.contribution, 0.5 / 0.75, 1e-6);
  EXPECT_NEAR(tokens[1].influence.contribution, -0.25 / 0.75, 1e-6);
}

TEST(Explain, NothingContributesToAVectorOfLengthZero) {
  ModelParts parts = hand_made_model();
  std::ranges::fill(part_of(parts, "transform"), 0);
  const Explanation found = explain(Model(parts), "xy", {{"for against"}});
  ASSERT_THAT(tokens_of(found), SizeIs(2));
  for (const ExplainedToken& token : tokens_of(found)) EXPECT_EQ(token.influence.contribution, 0);
}

TEST(Explain, AnNgramThatIsLeftOutChangesTheVectorAsToldBefore) {
  const Model model(small_model());
  const Explanation whole = explain(model, "pomelo", two_contexts);
  const std::vector<float> vector = whole.inferred->vector;
  for (const ExplainedNgram& ngram : whole.ngrams) {
    const auto twin = [&](const ExplainedNgram& other) { return other.text == ngram.text; };
    if (std::ranges::count_if(whole.ngrams, twin) > 1) continue;  // both would be left out
    const std::vector<std::string> left_out = {ngram.text};
    const Explanation rest = explain(model, "pomelo", two_contexts, left_out);
    ASSERT_TRUE(rest.inferred);
    EXPECT_EQ(rest.ngrams.size() + 1, whole.ngrams.size());
    EXPECT_NEAR(distance(vector, rest.inferred->vector), ngram.influence.change, tolerance)
        << ngram.text;
  }
}

TEST(Explain, WithoutAnyNgramOnlyContextsAreLeft) {
  const Model model(small_model());
  std::vector<std::string> left_out;
  for (const ExplainedNgram& ngram : explain(model, "pomelo", {}).ngrams)
    if (std::ranges::find(left_out, ngram.text) == left_out.end()) left_out.push_back(ngram.text);
  EXPECT_FALSE(explain(model, "pomelo", {}, left_out).inferred);
  const Explanation rest = explain(model, "pomelo", two_contexts, left_out);
  ASSERT_TRUE(rest.inferred);
  EXPECT_THAT(rest.ngrams, IsEmpty());
  EXPECT_EQ(rest.inferred->vector, rest.inferred->context);
}

}  // namespace
}  // namespace oovec
