#include "oovec/model/context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/models.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Embeddings& words() {
  static const Embeddings vectors = make_embeddings(
      {"the", "fruit", "dog", "'s", "ice", "cream", "Paris", "well", "known", "pomelo"}, 1,
      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  return vectors;
}

constexpr TokenizerOptions lower = {TokenizerKind::words, Lowercase::on};
constexpr TokenizerOptions cased = {TokenizerKind::words, Lowercase::off};

// The words whose rows a context stands for.
std::vector<std::string> read(std::string_view target, std::string_view context,
                              const TokenizerOptions& text = lower) {
  ContextReader reader(words(), text);
  reader.set_target(target);
  std::vector<std::string> found;
  for (const std::uint32_t row : reader.read(context).rows) found.emplace_back(words().word(row));
  return found;
}

TEST(ContextReader, FindsTheWordsThatHaveVectors) {
  EXPECT_THAT(read("kumquat", "The fruit, unheard of, is the fruit."),
              ElementsAre("the", "fruit", "the", "fruit"));
}

TEST(ContextReader, RemovesEveryOccurrenceOfTheTarget) {
  EXPECT_THAT(read("pomelo", "The pomelo is a pomelo. Pomelo fruit! POMELO"),
              ElementsAre("the", "fruit"));
}

TEST(ContextReader, RemovesThePlaceholder) {
  const Embeddings vectors = make_embeddings({"the", "fruit", "___"}, 1, {1, 2, 3});
  for (const TokenizerKind kind : {TokenizerKind::words, TokenizerKind::whitespace}) {
    ContextReader reader(vectors, {kind, Lowercase::on});
    reader.set_target("kumquat");
    EXPECT_THAT(reader.read("the ___ fruit ___").rows, ElementsAre(0, 1));
  }
}

TEST(ContextReader, TellsWhereThePlaceholderStandsAsAWord) {
  const auto targets = [](std::string_view context) {
    ContextReader reader(words(), {TokenizerKind::words, Lowercase::on});
    reader.set_target("kumquat");
    std::string found;
    for (const ContextToken& token : reader.read(context).tokens)
      found += token.is_target ? '_' : 'w';
    return found;
  };
  EXPECT_EQ(targets("___"), "_");
  EXPECT_EQ(targets("___ the fruit"), "_ww");
  EXPECT_EQ(targets("The ___, or (___). Fruit ___"), "w_w_w_");
  EXPECT_EQ(targets("a____ ___b ____ ___'s fruit"), targets("a____ ___b ___'s fruit"));
  EXPECT_EQ(targets("a___b"), "w");
}

TEST(ContextReader, NeedsNeitherTargetNorPlaceholder) {
  EXPECT_THAT(read("pomelo", "the well"), ElementsAre("the", "well"));
}

TEST(ContextReader, RemovesTargetsOfSeveralWords) {
  EXPECT_THAT(read("ice cream", "The ice cream; Ice Cream the fruit"),
              ElementsAre("the", "the", "fruit"));
  EXPECT_THAT(read("ice cream", "the cream ice"), ElementsAre("the", "cream", "ice"));
  EXPECT_THAT(read("ice cream", "the ice"), ElementsAre("the", "ice"));
}

TEST(ContextReader, ATargetThatOverlapsItselfIsRemovedFromTheLeft) {
  EXPECT_THAT(read("the the", "the the the"), ElementsAre("the"));
}

// The row of the target would tell the answer, in whatever way a token leads to it.
TEST(ContextReader, NeverUsesTheRowOfTheTarget) {
  EXPECT_THAT(read("dog", "the dog's"), ElementsAre("the", "'s"));
  EXPECT_THAT(read("known", "the well-known fruit"), ElementsAre("the", "well", "fruit"));
  EXPECT_THAT(read("dog", "the dog"), ElementsAre("the"));
}

TEST(ContextReader, FindsPartsAtHyphens) {
  EXPECT_THAT(read("pomelo", "a well-known fruit"), ElementsAre("well", "known", "fruit"));
  EXPECT_THAT(read("well-known", "a Well-Known fruit"), ElementsAre("fruit"));
}

TEST(ContextReader, WithoutLowerCasingACapitalIsTriedAsIsFirst) {
  EXPECT_THAT(read("pomelo", "The fruit of Paris, paris", cased),
              ElementsAre("the", "fruit", "Paris"));
  EXPECT_THAT(read("pomelo", "Paris", lower), IsEmpty());
}

TEST(ContextReader, WithoutLowerCasingATargetInLowerCaseIsFoundInAnyCase) {
  EXPECT_THAT(read("pomelo", "Pomelo the pomelo", cased), ElementsAre("the"));
  EXPECT_THAT(read("Pomelo", "Pomelo the pomelo", cased), ElementsAre("the", "pomelo"));
}

TEST(ContextReader, ATargetWithoutTokensRemovesNothing) {
  EXPECT_THAT(read("…", "the … fruit"), ElementsAre("the", "fruit"));
}

TEST(ContextReader, TellsTokensTheirTextAndTheirRows) {
  ContextReader reader(words(), {TokenizerKind::whitespace, Lowercase::on});
  reader.set_target("pomelo");
  const ContextTokens& found = reader.read("Well-known ___ unheard pomelo fruit");
  ASSERT_EQ(found.tokens.size(), 5U);
  EXPECT_EQ(found.text_of(0), "well-known");
  EXPECT_THAT(found.rows_of(0), ElementsAre(7, 8));
  EXPECT_EQ(found.text_of(1), "___");
  EXPECT_TRUE(found.tokens[1].is_target);
  EXPECT_THAT(found.rows_of(1), IsEmpty());
  EXPECT_EQ(found.text_of(2), "unheard");
  EXPECT_FALSE(found.tokens[2].is_target);
  EXPECT_THAT(found.rows_of(2), IsEmpty());
  EXPECT_TRUE(found.tokens[3].is_target);
  EXPECT_EQ(found.text_of(4), "fruit");
  EXPECT_THAT(found.rows_of(4), ElementsAre(1));
}

TEST(ContextReader, ForgetsTheTargetAndTheContextBefore) {
  ContextReader reader(words(), lower);
  reader.set_target("fruit");
  (void)reader.read("the fruit");
  reader.set_target("the");
  EXPECT_THAT(reader.read("the fruit").rows, ElementsAre(1));
  EXPECT_THAT(reader.read("").rows, IsEmpty());
  EXPECT_THAT(reader.read("").tokens, IsEmpty());
}

TEST(ContextReader, RefusesTextThatIsNotUtf8AndGoesOn) {
  ContextReader reader(words(), lower);
  reader.set_target("pomelo");
  EXPECT_EQ(error_of([&] { (void)reader.read("the \xFF fruit"); }).kind(), ErrorKind::malformed);
  EXPECT_THAT(reader.read("the fruit").rows, ElementsAre(0, 1));
}

TEST(ContextReader, TheTargetsRowNeverAppears) {
  EXPECT_TRUE(rc::check("any words, any target", [] {
    const auto all = words_of(words());
    const auto picked = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(all));
    const std::string target = *rc::gen::elementOf(all);
    std::string context;
    std::size_t others = 0;
    for (const std::string& word : picked) {
      context += word + *rc::gen::element(std::string(" "), std::string(", "), std::string(" - "));
      others += word != target && word != "Paris" && word != "'s" ? 1 : 0;
    }
    const auto found = read(target, context);
    RC_ASSERT(std::find(found.begin(), found.end(), target) == found.end());
    RC_ASSERT(found.size() == others);
  }));
}

TEST(ContextEvidence, IsTheWeightedMeanOfItsWords) {
  const Embeddings vectors = make_embeddings({"a", "b"}, 2, {1, 2, 5, -2});
  const std::vector<float> weights = {3, 1};
  const WeightedVectors weighted{&vectors, weights};
  ContextEvidence sum(2);
  EXPECT_TRUE(sum.empty());
  weighted.add(std::vector<std::uint32_t>{0, 1}, sum);
  std::vector<float> mean(2);
  sum.mean(mean);
  EXPECT_THAT(mean, ElementsAre(2, 1));
  EXPECT_EQ(sum.weight, 4);
  EXPECT_EQ(sum.words, 2U);
  EXPECT_FALSE(sum.empty());
}

TEST(ContextEvidence, WithoutWeightsIsThePlainMean) {
  const Embeddings vectors = make_embeddings({"a", "b"}, 1, {1, 4});
  const WeightedVectors weighted{&vectors, {}};
  ContextEvidence sum(1);
  weighted.add(std::vector<std::uint32_t>{0, 0, 1}, sum);
  std::vector<float> mean(1);
  sum.mean(mean);
  EXPECT_EQ(mean[0], 2);
}

TEST(ContextEvidence, AddsUpAndIsCleared) {
  const Embeddings vectors = make_embeddings({"a", "b"}, 1, {1, 4});
  const WeightedVectors weighted{&vectors, {}};
  ContextEvidence sum(1);
  weighted.add(std::vector<std::uint32_t>{0}, sum);
  weighted.add(std::vector<std::uint32_t>{1}, sum);
  EXPECT_THAT(sum.sum, ElementsAre(5));
  EXPECT_EQ(sum.weight, 2);
  EXPECT_EQ(sum.words, 2U);
  sum.clear();
  EXPECT_THAT(sum.sum, ElementsAre(0));
  EXPECT_TRUE(sum.empty());
  EXPECT_EQ(sum.words, 0U);
}

TEST(ContextEvidence, KeepsWordsAndTheirDistanceFromTheTargetIfAskedTo) {
  const Embeddings vectors = make_embeddings({"a", "b"}, 1, {1, 4});
  ContextReader reader(vectors, {.lowercase = Lowercase::off});
  reader.set_target("x");
  WeightedVectors weighted{&vectors, {}};
  ContextEvidence sum(1);
  weighted.add(reader.read("a x b"), sum);
  EXPECT_THAT(sum.sum, ElementsAre(5));
  EXPECT_THAT(sum.nearby, IsEmpty());

  weighted.detail = Detail::words;
  sum = weighted.no_contexts();
  weighted.add(reader.read("a unknown b x a a a ___"), sum);
  weighted.add(reader.read("b a"), sum);  // no target
  EXPECT_THAT(sum.nearby,
              ElementsAre(NearbyWord{0, 3}, NearbyWord{1, 1}, NearbyWord{0, 1}, NearbyWord{0, 2},
                          NearbyWord{0, 1}, NearbyWord{1, 0}, NearbyWord{0, 0}));
  EXPECT_EQ(sum.words, 7U);
  sum.clear();
  EXPECT_THAT(sum.nearby, IsEmpty());
}

TEST(ContextEvidence, OfWordsThatWeighNothingIsEmpty) {
  const Embeddings vectors = make_embeddings({"a"}, 1, {1});
  const std::vector<float> weights = {0};
  ContextEvidence sum(1);
  WeightedVectors{&vectors, weights}.add(std::vector<std::uint32_t>{0}, sum);
  EXPECT_TRUE(sum.empty());
}

// The texts of windows, tokens parted by blanks.
std::vector<std::string> windows_of(std::string_view text, std::string_view target,
                                    std::uint32_t window) {
  const auto vectors = arbitrary_embeddings(model_words(), 2, 1);
  ContextReader reader(*vectors, {TokenizerKind::words, Lowercase::on, "und"});
  reader.set_target(target);
  std::vector<std::string> texts;
  for (const ContextTokens& part : target_windows(reader.read(text), window)) {
    std::string& joined = texts.emplace_back();
    for (std::size_t i = 0; i < part.tokens.size(); ++i)
      joined.append(i > 0 ? " " : "").append(part.text_of(i));
  }
  return texts;
}

TEST(TargetWindows, AreAroundEveryOccurrenceAndAcrossSentences) {
  const std::string text = "It is sweet. The pomelo was known. A pomelo!";
  EXPECT_THAT(windows_of(text, "pomelo", 2),
              testing::ElementsAre("sweet the pomelo was known", "known a pomelo"));
  EXPECT_THAT(windows_of(text, "pomelo", 1000), testing::SizeIs(2));
  EXPECT_THAT(windows_of("the ice cream is sweet", "ice cream", 1),
              testing::ElementsAre("the ice cream is"));
  EXPECT_THAT(windows_of("a sweet ___ here", "pomelo", 1), testing::ElementsAre("sweet ___ here"));
}

TEST(TargetWindows, WithoutTheTargetOrAWindowAreTheWholeText) {
  EXPECT_THAT(windows_of("a sweet fruit", "pomelo", 1), testing::ElementsAre("a sweet fruit"));
  EXPECT_THAT(windows_of("a sweet pomelo here now", "pomelo", 0),
              testing::ElementsAre("a sweet pomelo here now"));
}

TEST(TargetWindows, HoldTheRowsOfTheirWordsAndNoTarget) {
  const auto vectors = arbitrary_embeddings(model_words(), 2, 1);
  ContextReader reader(*vectors, {TokenizerKind::words, Lowercase::on, "und"});
  reader.set_target("fruit");
  const auto windows = target_windows(reader.read("fruit sweet fruit melon"), 1);
  ASSERT_EQ(windows.size(), 2U);
  EXPECT_EQ(windows[0].rows,
            std::vector<std::uint32_t>{static_cast<std::uint32_t>(*vectors->find("sweet"))});
  EXPECT_EQ(windows[1].rows.size(), 2U);
  EXPECT_EQ(windows[1].targets.size(), 1U);
}

}  // namespace
}  // namespace oovec
