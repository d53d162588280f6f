#include "lab/baselines/subword_vectors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/vectors/subwords.h"
#include "tests/support/vectors.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

// The length of the word is all that counts.
class Lengths : public Subwords {
  std::optional<std::vector<float>> vector_of(std::string_view word) const override {
    return std::vector{static_cast<float>(word.size())};
  }
};

Embeddings known() { return make_embeddings({"fig", "plum"}, 1, {-1, -2}); }

SubwordVectors with_subwords() {
  Embeddings vectors = known();
  vectors.set_subwords(std::make_shared<const Lengths>());
  return {std::make_shared<const Embeddings>(std::move(vectors)), "model.bin"};
}

TEST(SubwordVectors, AreMadeForKnownWordsAsForOthers) {
  const SubwordVectors subwords = with_subwords();
  const ContextEvidence no_context(1);
  EXPECT_THAT(subwords.infer_vector("pomelo", no_context), Optional(ElementsAre(6)));
  EXPECT_THAT(subwords.infer_vector("fig", no_context), Optional(ElementsAre(3)));
  EXPECT_FALSE(subwords.infer_vector("", no_context));
}

TEST(SubwordVectors, HaveLearnedFromKnownWords) {
  const SubwordVectors subwords = with_subwords();
  EXPECT_EQ(subwords.has_learned_from("fig"), true);
  EXPECT_EQ(subwords.has_learned_from("pomelo"), false);
}

TEST(SubwordVectors, NeedSubwords) {
  const auto without = std::make_shared<const Embeddings>(known());
  const Error error = error_of([&] { SubwordVectors(without, "model.bin"); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("model.bin has no subwords"));
}

}  // namespace
}  // namespace oovec::lab
