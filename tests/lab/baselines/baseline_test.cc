#include "lab/baselines/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/vectors/resolve_text.h"
#include "tests/support/vectors.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;

class BaselineTest : public testing::Test {
 protected:
  std::unique_ptr<Inferrer> make(Baseline baseline) const {
    return make_baseline(baseline, vectors_, resolve_text({}, *vectors_));
  }

  ContextEvidence sum_of(const Inferrer& baseline, const std::vector<std::uint32_t>& rows) const {
    ContextEvidence sum(vectors_->dimension());
    baseline.weighted_vectors().add(rows, sum);
    return sum;
  }

  std::shared_ptr<const Embeddings> vectors_ = std::make_shared<const Embeddings>(
      make_embeddings({"east", "north", "up"}, 2, {1, 0, 0, 1, 4, 4}));
};

TEST_F(BaselineTest, AdditiveIsTheSumOfTheContextWords) {
  const auto additive = make(Baseline::additive);
  EXPECT_THAT(*additive->infer_vector("north-east", sum_of(*additive, {0, 1, 0})),
              ElementsAre(2, 1));
}

TEST_F(BaselineTest, AvgIsTheirMean) {
  const auto avg = make(Baseline::avg);
  EXPECT_THAT(*avg->infer_vector("north-east", sum_of(*avg, {0, 1, 0, 1})), ElementsAre(0.5, 0.5));
}

TEST_F(BaselineTest, StemIsTheMeanOfWordsWithTheSameStem) {
  const auto vectors = std::make_shared<const Embeddings>(
      make_embeddings({"friend", "friends", "friendly", "fruit"}, 1, {1, 2, 6, 3}));
  const auto stem = make_baseline(Baseline::stem, vectors, resolve_text({}, *vectors));
  const ContextEvidence no_context(1);
  EXPECT_THAT(*stem->infer_vector("friended", no_context), ElementsAre(3));
  EXPECT_THAT(*stem->infer_vector("friends", no_context), ElementsAre(3.5));  // without itself
  EXPECT_FALSE(stem->infer_vector("fruit", no_context));
}

TEST_F(BaselineTest, NoneInfersNothing) {
  const auto none = make(Baseline::none);
  EXPECT_FALSE(none->infer_vector("north-east", sum_of(*none, {0, 1})));
}

TEST_F(BaselineTest, WithoutContextThereIsNoVector) {
  for (const Baseline baseline :
       {Baseline::additive, Baseline::avg, Baseline::skipgram, Baseline::nonce2vec})
    EXPECT_FALSE(make(baseline)->infer_vector("east", ContextEvidence(2)));
}

TEST_F(BaselineTest, SkipgramAndNonce2VecTakeStepsFromKeptWords) {
  for (const Baseline baseline : {Baseline::skipgram, Baseline::nonce2vec}) {
    const auto made = make(baseline);
    EXPECT_EQ(made->weighted_vectors().detail, Detail::words);
    ContextEvidence sum = sum_of(*made, {2});
    EXPECT_FALSE(made->infer_vector("north-east", sum));
    sum.nearby.assign(200, {2, 1});
    EXPECT_GT((*made->infer_vector("north-east", sum))[0], 0);
  }
}

TEST_F(BaselineTest, NothingIsLearnedFromAnyWord) {
  EXPECT_EQ(make(Baseline::avg)->has_learned_from("east"), false);
}

TEST_F(BaselineTest, TextIsLowerCasedIfTheVectorsAre) {
  EXPECT_EQ(make(Baseline::avg)->text().lowercase, Lowercase::on);
  EXPECT_EQ(resolve_text({}, make_embeddings({"East", "north"}, 1, {1, 2})).lowercase,
            Lowercase::off);
}

}  // namespace
}  // namespace oovec::lab
