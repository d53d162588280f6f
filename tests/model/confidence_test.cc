#include "oovec/model/confidence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oovec/base/random.h"
#include "oovec/model/model.h"

namespace oovec {
namespace {

enum class Case { form, context, both };

// An inference with arbitrary diagnostics.
Inference arbitrary_inference(Case which, Random& random) {
  Inference inference;
  inference.strength = random.unit();
  if (which != Case::context) {
    inference.form = {random.unit(), 1};
    inference.known_ngrams = random.unit();
  }
  if (which != Case::form) {
    inference.context = {random.unit(), 1};
    inference.context_words = random.below(100);
  }
  if (which == Case::both) {
    inference.agreement = random.unit();
    inference.alpha = random.unit();
  }
  return inference;
}

// What the diagnostics of each case say of the cosine, exactly.
float true_cosine(const Inference& inference) {
  if (inference.context.empty()) return 0.2F + 0.5F * inference.known_ngrams;
  const auto words = std::log1p(static_cast<float>(inference.context_words));
  if (inference.form.empty()) return 0.1F + 0.1F * words;
  return 0.1F + 0.05F * words + 0.3F * *inference.agreement + 0.2F * inference.alpha;
}

// Learned from `count` arbitrary inferences of a case.
Confidence learn(Case which, int count) {
  Random random(1);
  std::vector<Inference> inferences;
  std::vector<float> cosines;
  for (int i = 0; i < count; ++i) {
    inferences.push_back(arbitrary_inference(which, random));
    cosines.push_back(true_cosine(inferences.back()));
  }
  return Confidence::fit(inferences, cosines);
}

TEST(Confidence, RecoversALinearRelation) {
  Random random(2);
  for (const Case which : {Case::form, Case::context, Case::both}) {
    const Confidence confidence = learn(which, 2000);
    for (int i = 0; i < 100; ++i) {
      const Inference inference = arbitrary_inference(which, random);
      ASSERT_NEAR(confidence.of(inference).value(), true_cosine(inference), 0.01);
    }
  }
}

TEST(Confidence, KnowsOnlyTheCasesItHasLearned) {
  Random random(3);
  const Confidence confidence = learn(Case::context, 1000);
  EXPECT_EQ(confidence.of(arbitrary_inference(Case::form, random)), std::nullopt);
  EXPECT_NE(confidence.of(arbitrary_inference(Case::context, random)), std::nullopt);
  EXPECT_EQ(confidence.of(arbitrary_inference(Case::both, random)), std::nullopt);
  EXPECT_EQ(Confidence().of(arbitrary_inference(Case::form, random)), std::nullopt);
}

TEST(Confidence, LearnsNothingFromTooFew) {
  EXPECT_FALSE(learn(Case::both, 59).coefficients[2]);
  EXPECT_TRUE(learn(Case::both, 60).coefficients[2]);
  EXPECT_FALSE(Confidence::fit({}, {}).coefficients[0]);
}

TEST(Confidence, LearnsNothingFromStrengthsThatAreNotFinite) {
  Random random(6);
  Inference inference = arbitrary_inference(Case::both, random);
  const std::vector<float> cosines(100, 0.5F);
  inference.strength = 1e9F;
  EXPECT_TRUE(Confidence::fit(std::vector(100, inference), cosines).coefficients[2]);
  inference.strength = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(Confidence::fit(std::vector(100, inference), cosines).coefficients[2]);
}

TEST(Confidence, IsNotKnownOfDiagnosticsThatAreNotFinite) {
  Random random(7);
  Inference inference = arbitrary_inference(Case::both, random);
  const Confidence confidence = learn(Case::both, 100);
  EXPECT_TRUE(confidence.of(inference));
  Confidence without_bounds = confidence;
  without_bounds.bounds[2].reset();
  for (const float strength : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
    inference.strength = strength;
    EXPECT_FALSE(without_bounds.of(inference));
  }
}

TEST(Confidence, StaysBetweenZeroAndOne) {
  Random random(4);
  const Inference inference = arbitrary_inference(Case::form, random);
  Confidence confidence;
  confidence.coefficients[0] = {{7}};
  EXPECT_EQ(confidence.of(inference), 1);
  confidence.coefficients[0] = {{-7}};
  EXPECT_EQ(confidence.of(inference), 0);
}

TEST(Confidence, OfACurveStaysWhatItIsBeyondTheWordsItWasFittedTo) {
  Random random(8);
  std::vector<Inference> inferences;
  std::vector<float> cosines;
  for (std::uint64_t words = 1; words <= 200; ++words) {
    inferences.push_back(arbitrary_inference(Case::both, random));
    inferences.back().context_words = words;
    cosines.push_back(0.9F - 0.8F / static_cast<float>(words));
  }
  const auto confidence = Confidence::fit(inferences, cosines, ConfidenceShape::curved);
  Inference inference = inferences.back();
  const auto at_most = confidence.of(inference);
  EXPECT_NEAR(at_most.value(), 0.9, 0.05);
  inference.context_words = 1'000'000;
  EXPECT_EQ(confidence.of(inference), at_most);
}

// A line goes on rising; what it was fitted to does not.
TEST(Confidence, OfALineStaysWhatItIsBeyondWhatItWasFittedTo) {
  const Confidence confidence = learn(Case::context, 2000);
  Random random(9);
  Inference inference = arbitrary_inference(Case::context, random);
  inference.context_words = 99;  // the most there are
  const auto at_most = confidence.of(inference);
  EXPECT_NEAR(at_most.value(), true_cosine(inference), 0.01);
  inference.context_words = 100'000;
  EXPECT_EQ(confidence.of(inference), at_most);
  Inference weaker = inference, weakest = inference;
  weaker.strength = 0;
  weakest.strength = -100;
  EXPECT_NEAR(confidence.of(weaker).value(), confidence.of(weakest).value(), 1e-3);
}

TEST(Confidence, IsTheMeanWhereDiagnosticsAreAllTheSame) {
  Random random(5);
  const std::vector<Inference> inferences(100, arbitrary_inference(Case::both, random));
  std::vector<float> cosines(100, 0.25);
  std::fill(cosines.begin(), cosines.begin() + 50, 0.75);
  const Confidence confidence = Confidence::fit(inferences, cosines);
  EXPECT_NEAR(confidence.of(inferences[0]).value(), 0.5, 1e-3);
}

}  // namespace
}  // namespace oovec
