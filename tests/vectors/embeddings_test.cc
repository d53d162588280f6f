#include "oovec/vectors/embeddings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "oovec/vectors/subwords.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::Optional;

// A word's vector is its length; the empty word has none.
class Lengths : public Subwords {
 public:
  std::optional<std::vector<float>> vector_of(std::string_view word) const override {
    if (word.empty()) return std::nullopt;
    return std::vector<float>{static_cast<float>(word.size()), 0};
  }
};

Embeddings two_words() { return make_embeddings({"a", "b"}, 2, {1, 2, 3, 4}); }

TEST(Embeddings, PairWordsWithRows) {
  const Embeddings embeddings = two_words();
  EXPECT_EQ(embeddings.size(), 2U);
  EXPECT_EQ(embeddings.dimension(), 2U);
  EXPECT_EQ(embeddings.word(1), "b");
  EXPECT_THAT(embeddings.find("b"), Optional(1U));
  EXPECT_EQ(embeddings.find("c"), std::nullopt);
  EXPECT_THAT(embeddings.row(1), ElementsAre(3, 4));
  EXPECT_THAT(embeddings.values(), ElementsAre(1, 2, 3, 4));
  EXPECT_FALSE(embeddings.mapped());
}

TEST(Embeddings, RefuseAnotherNumberOfRowsThanWords) {
  EXPECT_THROW(make_embeddings({"a"}, 2, {1, 2, 3, 4}), std::logic_error);
  EXPECT_THROW(make_embeddings({"a"}, 2, {}), std::logic_error);
}

TEST(Embeddings, OutliveAMove) {
  Embeddings embeddings = two_words();
  const Embeddings moved = std::move(embeddings);
  EXPECT_EQ(moved.word(0), "a");
  EXPECT_THAT(row_of(moved, "b"), ElementsAre(3, 4));
}

TEST(Embeddings, GiveNothingForAnUnknownWord) {
  EXPECT_EQ(two_words().vector_of("unseen"), std::nullopt);
}

TEST(Embeddings, AskSubwordsForUnknownWordsOnly) {
  Embeddings embeddings = two_words();
  embeddings.set_subwords(std::make_shared<Lengths>());
  EXPECT_THAT(embeddings.vector_of("a"), Optional(ElementsAre(1, 2)));
  EXPECT_THAT(embeddings.vector_of("unseen"), Optional(ElementsAre(6, 0)));
  EXPECT_EQ(embeddings.vector_of(""), std::nullopt);
}

TEST(Embeddings, FingerprintTellsWordsAndNumbersApart) {
  const auto fingerprint = [](const std::vector<std::string>& words, std::size_t dimension,
                              const std::vector<float>& values) {
    return make_embeddings(words, dimension, values).fingerprint();
  };
  const std::uint64_t same = fingerprint({"a", "bc"}, 2, {1, 2, 3, 4});
  EXPECT_EQ(fingerprint({"a", "bc"}, 2, {1, 2, 3, 4}), same);
  EXPECT_NE(fingerprint({"a", "bd"}, 2, {1, 2, 3, 4}), same);
  EXPECT_NE(fingerprint({"ab", "c"}, 2, {1, 2, 3, 4}), same);
  EXPECT_NE(fingerprint({"a", "bc"}, 2, {1, 2, 3, 5}), same);
}

}  // namespace
}  // namespace oovec
