#include "lab/baselines/new_word.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/vectors.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::shared_ptr<const Embeddings> share(Embeddings embeddings) {
  return std::make_shared<const Embeddings>(std::move(embeddings));
}

const auto inputs = share(make_embeddings({"a", "b", "c"}, 2, {1, 2, -3, 1, 0.5, 0}));
const auto outputs = share(make_embeddings({"a", "b", "c"}, 2, {0.5, 1, 1, -1, -2, 0.25}));

// Without sub-sampling: these vocabularies are too small for it.
NewWordOptions all_words(NewWordOptions options) {
  options.subsample = 0;
  return options;
}

NewWordOptions start_only(NewWordOptions options) {
  options.epochs = 0;
  return all_words(options);
}

NewWordOptions without_negatives(NewWordOptions options) {
  options.negative = 0;
  return all_words(options);
}

double log_sigmoid(double x) { return -std::log1p(std::exp(-x)); }

double new_word_loss(std::span<const float> v, std::span<const std::uint32_t> rows) {
  double loss = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto out = outputs->row(rows[i]);
    double score = 0;
    for (std::size_t j = 0; j < v.size(); ++j) score += double{v[j]} * double{out[j]};
    loss -= log_sigmoid(i == 0 ? score : -score);
  }
  return loss;
}

TEST(NewWordLearner, FollowsTheGradientOfTheLoss) {
  const std::vector<std::uint32_t> rows = {1, 0, 2, 2};
  std::vector<float> v = {0.3F, -0.7F};
  std::vector<float> gradient(2);
  add_loss_gradient(v, *outputs, rows, gradient);
  for (std::size_t i = 0; i < v.size(); ++i) {
    constexpr float h = 0x1p-8F;
    std::vector<float> above = v, below = v;
    above[i] += h;
    below[i] -= h;
    EXPECT_NEAR((new_word_loss(above, rows) - new_word_loss(below, rows)) / (2 * h), gradient[i],
                1e-4);
  }
}

TEST(NewWordLearner, StartsAtTheSumOfItsContextWords) {
  const NewWordLearner word(inputs, outputs, start_only(nonce2vec));
  EXPECT_THAT(*word.learn("new", std::vector<NearbyWord>{{0, 1}, {1, 2}, {0, 3}}),
              ElementsAre(-1, 5));
}

TEST(NewWordLearner, StartsAtSmallRandomNumbersInPlainSkipgram) {
  const NewWordLearner word(inputs, outputs, start_only(plain_skipgram));
  const auto start = *word.learn("new", std::vector<NearbyWord>{{0, 1}});
  for (const float x : start) EXPECT_LE(std::abs(x), 0.25);
  EXPECT_NE(start[0], start[1]);
}

TEST(NewWordLearner, TakesNoWordFromOutsideTheWindow) {
  const NewWordLearner word(inputs, outputs, start_only(nonce2vec));
  EXPECT_THAT(*word.learn("new", std::vector<NearbyWord>{{0, 15}, {1, 16}}), ElementsAre(1, 2));
  EXPECT_FALSE(word.learn("new", std::vector<NearbyWord>{{1, 16}}));
}

TEST(NewWordLearner, TakesAllWordsOfATextWithoutTheTarget) {
  const NewWordLearner word(inputs, outputs, start_only(nonce2vec));
  const std::vector<NearbyWord> contexts(20, {2, 0});
  EXPECT_THAT(*word.learn("new", contexts), ElementsAre(10, 0));
}

TEST(NewWordLearner, WithoutContextsIsNotKnown) {
  EXPECT_FALSE(NewWordLearner(inputs, outputs, nonce2vec).learn("new", {}));
}

// The rate is 1, then e^(-1/70).
TEST(NewWordLearner, TakesAStepForEachContextWord) {
  const NewWordLearner word(inputs, outputs, without_negatives(nonce2vec));
  const auto found = *word.learn("new", std::vector<NearbyWord>{{0, 1}, {1, 1}});
  std::vector<double> v = {-2, 3};
  const double first = 1 - 1 / (1 + std::exp(-(0.5 * v[0] + v[1])));
  v = {v[0] + first * 0.5, v[1] + first};
  const double second = std::exp(-1.0 / 70) * (1 - 1 / (1 + std::exp(-(v[0] - v[1]))));
  v = {v[0] + second, v[1] - second};
  EXPECT_NEAR(found[0], v[0], 1e-5);
  EXPECT_NEAR(found[1], v[1], 1e-5);
}

// From about 0, where σ is 1/2: 5 steps at rates of 0.05, 0.04 … 0.01.
TEST(NewWordLearner, MovesAtAFallingRateInPlainSkipgram) {
  const std::vector<NearbyWord> context = {{0, 1}};
  const auto from =
      *NewWordLearner(inputs, outputs, start_only(plain_skipgram)).learn("new", context);
  const auto to =
      *NewWordLearner(inputs, outputs, without_negatives(plain_skipgram)).learn("new", context);
  EXPECT_NEAR(to[0] - from[0], 0.15 * 0.5 * 0.5, 0.01);
  EXPECT_NEAR(to[1] - from[1], 0.15 * 0.5 * 1, 0.01);
}

TEST(NewWordLearner, DependsOnSeedAndWordOnly) {
  const std::vector<NearbyWord> contexts(10, {0, 1});
  NewWordOptions options = all_words(nonce2vec);
  const auto found = *NewWordLearner(inputs, outputs, options).learn("new", contexts);
  const NewWordLearner same(inputs, outputs, options);
  EXPECT_NE(same.learn("other", contexts), found);
  EXPECT_EQ(same.learn("new", contexts), found);
  options.seed = 2;
  EXPECT_NE(NewWordLearner(inputs, outputs, options).learn("new", contexts), found);
}

// Here negatives can be the word itself and the true context word alone.
TEST(NewWordLearner, DrawsNeitherItselfNorTheContextWordAsNegative) {
  const auto two = share(make_embeddings({"new", "a"}, 1, {1, 2}));
  const std::vector<NearbyWord> contexts = {{1, 1}, {1, 1}};
  const NewWordLearner with(two, two, all_words(nonce2vec));
  const NewWordLearner without(two, two, without_negatives(nonce2vec));
  EXPECT_EQ(with.learn("new", contexts), without.learn("new", contexts));
  EXPECT_NE(with.learn("elsewhere", contexts), without.learn("elsewhere", contexts));
}

// By Zipf's law the first of 1,000 words has a share of 0.134.
TEST(NewWordLearner, SkipsMostOccurrencesOfFrequentWords) {
  std::vector<std::string> words(1000);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = "w" + std::to_string(i);
  const auto ones = share(make_embeddings(words, 1, std::vector<float>(1000, 1)));
  NewWordOptions options = nonce2vec;
  options.epochs = 0;
  options.subsample = 1e-3;
  const NewWordLearner word(ones, ones, options);
  const double expected = std::sqrt(1e-3 / 0.134) + 1e-3 / 0.134;
  EXPECT_NEAR((*word.learn("new", std::vector<NearbyWord>(10'000, {0, 1})))[0], 10'000 * expected,
              150);
  EXPECT_EQ((*word.learn("new", std::vector<NearbyWord>(100, {999, 1})))[0], 100);
}

TEST(NewWordLearner, RefusesContextVectorsFromElsewhere) {
  const auto message = [&](Embeddings other) {
    const auto shared = share(std::move(other));
    const Error error = error_of([&] { NewWordLearner(inputs, shared, nonce2vec); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return std::string(error.what());
  };
  EXPECT_THAT(message(make_embeddings({"a", "b", "c"}, 1, {1, 2, 3})), HasSubstr("1 dimensions"));
  EXPECT_THAT(message(make_embeddings({"a", "c", "b"}, 2, {1, 2, 3, 4, 5, 6})),
              HasSubstr("same words"));
  EXPECT_THAT(message(make_embeddings({"a", "b"}, 2, {1, 2, 3, 4})), HasSubstr("same words"));
}

}  // namespace
}  // namespace oovec::lab
