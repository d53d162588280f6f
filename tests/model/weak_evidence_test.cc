#include "oovec/model/weak_evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oovec {
namespace {

using testing::HasSubstr;

Inference with(std::optional<float> confidence, std::uint64_t words, float known) {
  Inference inference;
  inference.confidence = confidence;
  inference.context_words = words;
  inference.known_ngrams = known;
  return inference;
}

TEST(WeakEvidence, GoesByTheConfidence) {
  EXPECT_TRUE(is_weak(with(0.2F, 100, 1)));
  EXPECT_FALSE(is_weak(with(0.5F, 0, 0)));
}

TEST(WeakEvidence, GoesByWhatIsKnownWhereThereIsNoConfidence) {
  EXPECT_TRUE(is_weak(with(std::nullopt, 0, 0.1F)));
  EXPECT_FALSE(is_weak(with(std::nullopt, 3, 0)));
  EXPECT_FALSE(is_weak(with(std::nullopt, 0, 0.9F)));
}

TEST(WeakEvidence, IsExplained) {
  const std::string hint = weak_hint("qux", with(0.125F, 1, 0.5F));
  EXPECT_THAT(hint, HasSubstr("\"qux\""));
  EXPECT_THAT(hint, HasSubstr("0.12"));
  EXPECT_THAT(hint, HasSubstr("1 context word and 50 % of its n-grams"));
  EXPECT_THAT(weak_hint("qux", with(std::nullopt, 0, 0)), HasSubstr("0 context words and 0 %"));
}

TEST(WeakEvidence, OfManyWordsIsToldIfMostAreWeak) {
  EXPECT_EQ(weak_hint(0, 0), "");
  EXPECT_EQ(weak_hint(5, 10), "");
  EXPECT_THAT(weak_hint(6, 10), HasSubstr("6 of 10 words"));
}

}  // namespace
}  // namespace oovec
