#include "oovec/model/batch_inference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/models.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using ::testing::HasSubstr;

const std::vector<WordRequest>& batch_requests() {
  static const std::vector<WordRequest> requests = [] {
    std::vector<WordRequest> all;
    for (int i = 0; i < 300; ++i) {
      all.push_back({"pomelo", {"A pomelo is a sweet fruit.", "thick melon"}});
      all.push_back({"melons", {}});
      all.push_back({"日本", {}});              // nothing is known of it
      all.push_back({"pomelo", {"a \xFF b"}});  // not UTF-8
      all.push_back({"  ", {}});                // no word
    }
    return all;
  }();
  return requests;
}

TEST(BatchInference, GivesEachWordWhatAnObservationGives) {
  const Model model(small_model());
  const auto inferred = BatchInference(model).infer(batch_requests());
  ASSERT_EQ(inferred.size(), batch_requests().size());
  Observation observation(model, "pomelo");
  observation.add("A pomelo is a sweet fruit.");
  observation.add("thick melon");
  EXPECT_EQ(inferred[0].status, InferStatus::inferred);
  EXPECT_EQ(inferred[0].inference.vector, observation.infer()->vector);
  EXPECT_EQ(inferred[1].inference.vector, Observation(model, "melons").infer()->vector);
}

TEST(BatchInference, ABadWordDoesNotDisturbTheOthers) {
  const Model model(small_model());
  const auto inferred = BatchInference(model).infer(batch_requests());
  for (std::size_t i = 0; i < inferred.size(); i += 5) {
    EXPECT_EQ(inferred[i].status, InferStatus::inferred);
    EXPECT_EQ(inferred[i + 2].status, InferStatus::unknown);
    EXPECT_EQ(inferred[i + 2].message, nothing_known);
    EXPECT_EQ(inferred[i + 3].status, InferStatus::malformed);
    EXPECT_THAT(inferred[i + 3].message, HasSubstr("UTF-8"));
    EXPECT_EQ(inferred[i + 4].status, InferStatus::malformed);
    EXPECT_EQ(inferred[i + 4].error, ErrorKind::usage);
  }
}

TEST(BatchInference, GivesTheSameForAnyNumberOfThreads) {
  const Model model(small_model());
  const auto one = BatchInference(model, 1).infer(batch_requests());
  for (const int threads : {2, 5}) {
    const auto several = BatchInference(model, threads).infer(batch_requests());
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(several[i].inference.vector, one[i].inference.vector);
      EXPECT_EQ(several[i].message, one[i].message);
    }
  }
}

TEST(BatchInference, AVectorOfZerosIsNone) {
  ModelParts parts = small_model(Composition::context);
  std::ranges::fill(parts.parameters, 0.0F);
  const Model zeros(std::move(parts));
  const std::vector<std::string_view> contexts = {"sweet fruit"};
  const InferredWord word = WordInferrer(zeros).infer("pomelo", contexts);
  EXPECT_EQ(word.status, InferStatus::unknown);
  EXPECT_THAT(word.message, HasSubstr("sums to zero"));
}

TEST(BatchInference, AVectorThatIsNotFiniteIsNone) {
  ModelParts parts = small_model(Composition::context);
  std::ranges::fill(parts.parameters, 3e38F);
  parts.vectors = std::make_shared<const Embeddings>(make_embeddings({"sweet"}, 4, {1, 1, 1, 1}));
  const Model large(std::move(parts));
  const std::vector<std::string_view> contexts = {"sweet fruit"};
  EXPECT_THAT(WordInferrer(large).infer("pomelo", contexts).message, HasSubstr("no finite vector"));
}

// Else it would be the mean of all vectors, whatever the context says.
TEST(BatchInference, ADirectionWhoseLengthOverflowsGivesNoVector) {
  ModelParts parts = small_model(Composition::balanced);
  std::ranges::fill(part_of(parts, "offset"), 1e25F);
  const Model large(std::move(parts));
  const std::vector<std::string_view> contexts = {"sweet fruit"};
  EXPECT_THAT(WordInferrer(large).infer("pomelo", contexts).message, HasSubstr("no finite vector"));
  EXPECT_EQ(WordInferrer(large).infer("pomelo", {}).status, InferStatus::inferred);
}

TEST(BatchInference, WhatComesFromTheContextIsFiniteWhereSquaresOverflow) {
  ModelParts parts = small_model(Composition::gated);
  std::ranges::fill(part_of(parts, "transform"), 1e25F);
  const Model large(std::move(parts));
  const std::vector<std::string_view> contexts = {"sweet fruit"};
  const InferredWord word = WordInferrer(large).infer("pomelo", contexts);
  ASSERT_EQ(word.status, InferStatus::inferred);
  EXPECT_EQ(word.inference.context_share, word.inference.alpha);
}

TEST(BatchInference, StreamsInOrder) {
  const Model model(small_model());
  int next = 0;
  std::vector<int> used;
  BatchInference(model, 4).stream<int, int>(
      [&]() -> std::optional<int> { return next < 100 ? std::optional(next++) : std::nullopt; },
      [](int& number, WordInferrer& inferrer) {
        return inferrer.infer("melons", ContextEvidence(4)).status == InferStatus::inferred ? number
                                                                                            : -1;
      },
      [&](int& number) { used.push_back(number); });
  ASSERT_EQ(used.size(), 100U);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(used[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace oovec
