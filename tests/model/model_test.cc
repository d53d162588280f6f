#include "oovec/model/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "oovec/base/kernels.h"
#include "oovec/model/lengths.h"
#include "tests/support/models.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAreArray;
using testing::FloatNear;
using testing::IsEmpty;
using testing::Pointwise;

constexpr const char* sentence = "Unlike the grapefruit, the pomelo has a thick, sweet melon.";

Model make_model(Composition composition = Composition::gated) {
  return Model(small_model(composition));
}

std::optional<Inference> infer_with(const Model& model, std::string_view word,
                                    const std::vector<std::string>& contexts = {}) {
  Observation observation(model, word);
  for (const std::string& context : contexts) observation.add(context);
  return observation.infer();
}

// Everything an inference says, equal but for rounding.
void expect_near(const Inference& a, const Inference& b) {
  EXPECT_THAT(a.vector, Pointwise(FloatNear(1e-5F), b.vector));
  EXPECT_THAT(a.form, Pointwise(FloatNear(1e-5F), b.form));
  EXPECT_THAT(a.context, Pointwise(FloatNear(1e-5F), b.context));
  EXPECT_NEAR(a.alpha, b.alpha, 1e-5);
  EXPECT_EQ(a.known_ngrams, b.known_ngrams);
  EXPECT_EQ(a.context_words, b.context_words);
  ASSERT_EQ(a.agreement.has_value(), b.agreement.has_value());
  EXPECT_NEAR(a.agreement.value_or(0), b.agreement.value_or(0), 1e-5);
  EXPECT_NEAR(a.confidence.value(), b.confidence.value(), 1e-5);
}

TEST(Model, TheFormIsTheMeanOverNgramsUnknownOnesBeingUnk) {
  const Model model = make_model();
  const FormEvidence form = model.form("pomes");  // "pome" is known; es, s⟨e⟩, mes, omes … are not
  Ngrams ngrams(model.settings().ngrams);
  std::vector<float> mean(model.dimension());
  std::size_t known = 0, all = 0;
  for (const std::string_view ngram : ngrams.of("pomes")) {
    const auto row = model.parts().ngrams->find(ngram);
    known += row ? 1 : 0;
    ++all;
    for (std::size_t i = 0; i < mean.size(); ++i)
      mean[i] += model.parts().ngrams->row(row.value_or(0))[i];
  }
  for (float& value : mean) value /= static_cast<float>(all);
  EXPECT_EQ(form.ngrams.size(), 6U + 5U + 4U);
  EXPECT_EQ(form.ngrams.size(), all);
  EXPECT_EQ(form.known, known);
  EXPECT_GT(known, 0U);
  EXPECT_LT(known, all);
  EXPECT_THAT(form.mean, Pointwise(FloatNear(1e-6F), mean));
}

TEST(Model, AWordThatSpellsUnkKnowsNoNgram) {
  ModelParts parts = small_model();
  parts.settings.ngrams = {1, 1};
  EXPECT_EQ(Model(std::move(parts)).form("\x1A").known, 0U);
}

TEST(Model, WithFormAndContextTheVectorLiesBetweenThem) {
  for (const Composition composition :
       {Composition::gated, Composition::single, Composition::mlp, Composition::iterative}) {
    const auto inferred = infer_with(make_model(composition), "pomelo", {sentence});
    ASSERT_TRUE(inferred);
    EXPECT_GT(inferred->alpha, 0);
    EXPECT_LT(inferred->alpha, 1);
    EXPECT_GT(*cosine(inferred->vector, inferred->form), *inferred->agreement);
    EXPECT_GT(*cosine(inferred->vector, inferred->context), *inferred->agreement);
    EXPECT_EQ(inferred->context_words, 7U);  // the grapefruit the a thick sweet melon
  }
}

TEST(Model, TheSingleParameterIsTheSameForAllWords) {
  const Model model = make_model(Composition::single);
  const float alpha = 1 / (1 + std::exp(0.25F));
  EXPECT_FLOAT_EQ(infer_with(model, "pomelo", {sentence})->alpha, alpha);
  EXPECT_FLOAT_EQ(infer_with(model, "melons", {"ice cream"})->alpha, alpha);
}

TEST(Model, WithoutContextTheFormIsAll) {
  for (const Composition composition : compositions) {
    if (!uses_form(composition)) continue;
    const auto inferred = infer_with(make_model(composition), "melons", {"unheard words", ""});
    ASSERT_TRUE(inferred);
    EXPECT_EQ(inferred->alpha, 0);
    EXPECT_THAT(inferred->vector, ElementsAreArray(inferred->form));
    EXPECT_THAT(inferred->context, IsEmpty());
    EXPECT_EQ(inferred->context_words, 0U);
    EXPECT_EQ(inferred->agreement, std::nullopt);
  }
}

TEST(Model, WithoutKnownNgramsTheContextIsAll) {
  for (const Composition composition : compositions) {
    if (!uses_context(composition)) continue;
    const auto inferred = infer_with(make_model(composition), "日本", {sentence});
    ASSERT_TRUE(inferred);
    EXPECT_EQ(inferred->alpha, 1);
    EXPECT_THAT(inferred->vector, ElementsAreArray(inferred->context));
    EXPECT_THAT(inferred->form, IsEmpty());
    EXPECT_EQ(inferred->known_ngrams, 0);
    EXPECT_EQ(inferred->agreement, std::nullopt);
  }
}

TEST(Model, WithNeitherThereIsNoVector) {
  for (const Composition composition : compositions) {
    EXPECT_EQ(infer_with(make_model(composition), "日本", {"unheard words"}), std::nullopt);
    EXPECT_EQ(infer_with(make_model(composition), "日本"), std::nullopt);
  }
  EXPECT_EQ(infer_with(make_model(Composition::form), "日本", {sentence}), std::nullopt);
  EXPECT_EQ(infer_with(make_model(Composition::context), "melons"), std::nullopt);
}

TEST(Model, TheSurfaceFormModelIgnoresContextsAndTheContextModelForms) {
  const auto form = infer_with(make_model(Composition::form), "melons", {sentence});
  EXPECT_EQ(form->alpha, 0);
  EXPECT_THAT(form->context, IsEmpty());
  EXPECT_EQ(form->context_words, 0U);
  const auto context = infer_with(make_model(Composition::context), "melons", {sentence});
  EXPECT_EQ(context->alpha, 1);
  EXPECT_THAT(context->form, IsEmpty());
  EXPECT_EQ(context->known_ngrams, 0);
}

TEST(Model, AgreementIsTheCosineOfFormAndContext) {
  const auto inferred = infer_with(make_model(), "pomelo", {sentence});
  double dot = 0, form = 0, context = 0;
  for (std::size_t i = 0; i < inferred->form.size(); ++i) {
    dot += inferred->form[i] * inferred->context[i];
    form += inferred->form[i] * inferred->form[i];
    context += inferred->context[i] * inferred->context[i];
  }
  EXPECT_NEAR(inferred->agreement.value(), dot / std::sqrt(form * context), 1e-5);
}

TEST(Model, ZerosAgreeWithNothing) {
  ModelParts parts = small_model();
  std::ranges::fill(part_of(parts, "transform"), 0.0F);
  EXPECT_EQ(infer_with(Model(std::move(parts)), "pomelo", {sentence})->agreement, std::nullopt);
}

TEST(Model, HeavyWordsCountMore) {
  ModelParts parts = small_model(Composition::context);
  parts.word_weights.assign(parts.vectors->size(), 0.0F);
  parts.word_weights[*parts.vectors->find("melon")] = 0.5F;
  const Model model(std::move(parts));
  const auto one = infer_with(model, "pomelo", {"melon"});
  const auto all = infer_with(model, "pomelo", {"The sweet melon"});
  EXPECT_THAT(all->vector, Pointwise(FloatNear(1e-6F), one->vector));
  EXPECT_EQ(all->context_words, 3U);
  EXPECT_EQ(infer_with(model, "pomelo", {"The sweet"}), std::nullopt);
}

TEST(Observation, ReadsTheWordAsTheModelDoes) {
  const Model model = make_model();
  expect_near(*infer_with(model, " PoMelo ", {sentence}), *infer_with(model, "pomelo", {sentence}));
  EXPECT_EQ(Observation(model, " PoMelo ").word(), "pomelo");
}

TEST(Observation, LeavesTheWordItselfOut) {
  const Model model = make_model();
  expect_near(*infer_with(model, "melon", {"the sweet melon, Melon; the"}),
              *infer_with(model, "melon", {"the sweet ___, the"}));
  expect_near(*infer_with(model, "ice cream", {"the sweet ice cream"}),
              *infer_with(model, "ice cream", {"the sweet"}));
}

TEST(Observation, BeginsAnewWithAnotherWord) {
  const Model model = make_model();
  Observation observation(model, "melon");
  observation.add("ice cream");
  observation.restart("pomelo");
  observation.add(sentence);
  const auto fresh = infer_with(model, "pomelo", {sentence});
  EXPECT_EQ(observation.infer()->vector, fresh->vector);
  observation.restart("日本");
  EXPECT_EQ(observation.infer(), std::nullopt);
}

TEST(Observation, ALineThatIsNotUtf8LeavesItAsItWas) {
  const Model model = make_model();
  Observation observation(model, "pomelo");
  observation.add(sentence);
  EXPECT_THROW(observation.add("the sweet \xFF melon"), Error);
  EXPECT_EQ(observation.infer()->vector, infer_with(model, "pomelo", {sentence})->vector);
}

// Any words of the model and a few others.
rc::Gen<std::string> contexts_of_words() {
  return rc::gen::map(
      rc::gen::container<std::vector<std::string>>(rc::gen::oneOf(
          rc::gen::elementOf(model_words()), rc::gen::element<std::string>("pomelo", "unheard"))),
      [](const std::vector<std::string>& words) {
        std::string text;
        for (const std::string& word : words) text += word + " ";
        return text;
      });
}

// One ContextEvidence over all contexts at once, as training has it.
std::optional<Inference> infer_at_once(const Model& model, const std::string& word,
                                       const std::vector<std::string>& contexts) {
  ContextReader reader(model.vectors(), model.text());
  reader.set_target(word);
  ContextEvidence sum(model.dimension());
  for (const std::string& context : contexts)
    model.weighted_vectors().add(reader.read(context).rows, sum);
  return model.infer(word, sum);
}

// Vectors of words are about as long as each other; what is inferred from them must be, too,
// however large the parameters.
TEST(Model, EveryVectorHasALengthThatVectorsOfWordsHave) {
  EXPECT_TRUE(rc::check("any word, any contexts", [] {
    ModelParts parts =
        small_model(static_cast<Composition>(*rc::gen::inRange<std::size_t>(0, 8)), 8);
    for (float& value : part_of(parts, "transform")) value *= 30;
    std::vector<double> lengths;
    for (std::size_t row = 0; row < parts.vectors->size(); ++row)
      lengths.push_back(length_of(parts.vectors->row(row)));
    const auto known = describe_lengths(lengths);
    if (parts.settings.composition == Composition::balanced) {
      std::ranges::fill(part_of(parts, "mean"), 0.0F);
      part_of(parts, "spread")[0] = static_cast<float>(known->median);
    }
    const Model model(std::move(parts));
    const auto word = *rc::gen::element<std::string>("pomelo", "melon", "🍊🍊", "sweets", "日本");
    Observation observation(model, word);
    for (const std::string& context :
         *rc::gen::container<std::vector<std::string>>(contexts_of_words()))
      observation.add(context);
    const auto found = observation.infer();
    if (!found) return;
    for (const std::vector<float>* vector : {&found->vector, &found->form, &found->context}) {
      if (vector->empty()) continue;
      RC_ASSERT(length_of(*vector) > known->low);
      RC_ASSERT(length_of(*vector) < known->high);
    }
    RC_ASSERT(*model.infer_vector(observation.word(), observation.evidence().contexts) ==
              found->vector);
  }));
}

// The mean of a sentence must not be that of its one new word.
TEST(Model, ANewWordDoesNotDrownTheSentencesItIsIn) {
  ModelParts parts = small_model(Composition::gated, 16);
  for (float& value : part_of(parts, "transform")) value *= 30;
  const Model model(std::move(parts));
  const auto emoji = infer_with(model, "😍", {"thick sweet melon", "the ice cream"});
  const auto mean_of = [&](const std::vector<std::string>& words, bool with_emoji) {
    std::vector<float> sum(model.dimension());
    for (const std::string& word : words)
      axpy(1, model.vectors().row(*model.vectors().find(word)), sum);
    if (with_emoji) axpy(1, emoji->vector, sum);
    return sum;
  };
  const std::vector<std::string> one = {"grapefruit", "citrus", "sweet", "fruit", "a"};
  const std::vector<std::string> other = {"employ", "unable", "off", "known", "well"};
  const float without = *cosine(mean_of(one, false), mean_of(other, false));
  const float with = *cosine(mean_of(one, true), mean_of(other, true));
  EXPECT_NEAR(with, without, 0.35);
}

TEST(Observation, AfterEachContextEqualsAllAtOnce) {
  EXPECT_TRUE(rc::check("any contexts", [] {
    ModelParts parts = small_model(*rc::gen::elementOf(compositions));
    if (*rc::gen::arbitrary<bool>())
      for (std::size_t i = 0; i < parts.vectors->size(); ++i)
        parts.word_weights.push_back(0.5F + 0.05F * static_cast<float>(i));
    const Model model(std::move(parts));
    const auto word = *rc::gen::element<std::string>("pomelo", "melon", "ice cream", "日本");
    const auto contexts =
        *rc::gen::container<std::vector<std::string>>(*rc::gen::inRange(0, 8), contexts_of_words());
    Observation observation(model, word);
    for (std::size_t seen = 0;; ++seen) {
      const auto found = observation.infer();
      const auto expected = infer_at_once(model, word, {contexts.begin(), contexts.begin() + seen});
      RC_ASSERT(found.has_value() == expected.has_value());
      if (found) RC_ASSERT(found->vector == expected->vector);
      if (found) expect_near(*found, *expected);
      if (seen == contexts.size()) break;
      observation.add(contexts[seen]);
    }
  }));
}

TEST(Observation, TheOrderOfContextsDoesNotMatter) {
  const Model model = make_model();
  expect_near(*infer_with(model, "pomelo", {sentence, "ice cream"}),
              *infer_with(model, "pomelo", {"ice cream", sentence}));
}

}  // namespace
}  // namespace oovec
