#include "oovec/model/text_vector.h"

#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/models.h"

namespace oovec {
namespace {

TextVector text_vector_of(const Model& model, std::string_view text) {
  WordInferrer inferrer(model);
  return TextReader(model).vector(text, inferrer);
}

TEST(TextVector, IsTheMeanOfTheVectorsOfItsWords) {
  const Model model(small_model());
  const TextVector found = text_vector_of(model, "Sweet melon, sweet!");
  const auto sweet = model.vectors().row(*model.vectors().find("sweet"));
  const auto melon = model.vectors().row(*model.vectors().find("melon"));
  for (std::size_t i = 0; i < sweet.size(); ++i)
    EXPECT_NEAR(found.vector[i], (2 * sweet[i] + melon[i]) / 3, 1e-6);
  EXPECT_EQ(found.words, 3U);
  EXPECT_EQ(found.inferred, 0U);
}

TEST(TextVector, InfersUnseenWordsFromTheTextAsOftenAsTheyOccur) {
  const Model model(small_model());
  constexpr std::string_view text = "Pomelo is sweet, pomelo!";
  const TextVector found = text_vector_of(model, text);
  WordInferrer inferrer(model);
  const std::vector<float> pomelo = inferrer.infer("pomelo", std::span(&text, 1)).inference.vector;
  const auto sweet = model.vectors().row(*model.vectors().find("sweet"));
  const InferredWord is = inferrer.infer("is", std::span(&text, 1));
  ASSERT_EQ(is.status, InferStatus::inferred);
  for (std::size_t i = 0; i < sweet.size(); ++i)
    EXPECT_NEAR(found.vector[i], (2 * pomelo[i] + is.inference.vector[i] + sweet[i]) / 4, 1e-6);
  EXPECT_EQ(found.words, 4U);
  EXPECT_EQ(found.inferred, 3U);
}

TEST(TextVector, LeavesOutWhatIsNoWord) {
  const Model model(small_model());
  EXPECT_EQ(text_vector_of(model, "sweet 7 … 99").vector, text_vector_of(model, "sweet").vector);
}

TEST(TextVector, OfATextWithoutWordsIsZeros) {
  const Model model(small_model());
  for (const std::string_view text : {"", " ", "7 8 9"}) {
    const TextVector found = text_vector_of(model, text);
    EXPECT_EQ(found.words, 0U);
    EXPECT_EQ(found.vector, std::vector<float>(4));
  }
}

TEST(TextVector, CountsWordsThatHaveNoVectorEvenSo) {
  const Model model(small_model(Composition::form));
  const TextVector found = text_vector_of(model, "sweet xyzzyx");
  EXPECT_EQ(found.words, 1U);
  EXPECT_EQ(found.without, 1U);
}

TEST(TextVector, OfTextThatIsNotUtf8IsRefused) {
  const Model model(small_model());
  EXPECT_EQ(error_of([&] { (void)text_vector_of(model, "sweet \xFF"); }).kind(),
            ErrorKind::malformed);
}

}  // namespace
}  // namespace oovec
