#include "oovec/model/neighbors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/kernels.h"
#include "tests/support/models.h"

namespace oovec {
namespace {

std::optional<Inference> infer_near(const Model& model, std::string_view word,
                                    std::string_view context) {
  Observation observation(model, word);
  observation.add(context);
  return observation.infer();
}

// 1 + the number of rows nearer to the vector.
std::size_t rank_by_hand(const Embeddings& vectors, std::span<const float> vector,
                         std::size_t target) {
  std::size_t rank = 1;
  for (std::size_t i = 0; i < vectors.size(); ++i)
    rank += *cosine(vectors.row(i), vector) > *cosine(vectors.row(target), vector) ? 1 : 0;
  return rank;
}

TEST(FindNeighbors, GivesThoseOfFormContextAndBoth) {
  const Model model(small_model());
  const auto inference = infer_near(model, "Melon", "the sweet citrus");
  const Neighborhoods found = find_neighbors(model, "Melon", *inference, 3);
  const std::size_t melon = *model.vectors().find("melon");
  const auto check = [&](const std::optional<Neighborhood>& part, std::span<const float> vector) {
    ASSERT_TRUE(part);
    ASSERT_EQ(part->neighbors.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      const Neighbor& neighbor = part->neighbors[i];
      EXPECT_EQ(rank_by_hand(model.vectors(), vector, neighbor.row), i + 1);
      EXPECT_NEAR(neighbor.score, *cosine(model.vectors().row(neighbor.row), vector), 1e-5);
    }
    EXPECT_EQ(part->rank, rank_by_hand(model.vectors(), vector, melon));
  };
  check(found.form, inference->form);
  check(found.context, inference->context);
  check(found.joint, inference->vector);
  EXPECT_EQ(found.row, melon);
}

TEST(FindNeighbors, AWordOutsideTheVectorsHasNoRank) {
  const Model model(small_model());
  const Neighborhoods found =
      find_neighbors(model, "pomelo", *infer_near(model, "pomelo", "sweet citrus"), 2);
  EXPECT_EQ(found.form->rank, std::nullopt);
  EXPECT_EQ(found.joint->rank, std::nullopt);
  EXPECT_EQ(found.joint->neighbors.size(), 2U);
}

TEST(FindNeighbors, WithoutContextThereIsNoneOfIt) {
  const Model model(small_model());
  const Neighborhoods found = find_neighbors(model, "melons", *infer_near(model, "melons", ""), 2);
  EXPECT_FALSE(found.context);
  EXPECT_EQ(found.form->neighbors, found.joint->neighbors);
}

TEST(FindNeighbors, ZerosAreNearToNothing) {
  ModelParts parts = small_model(Composition::context);
  std::ranges::fill(part_of(parts, "transform"), 0.0F);
  const Model model(std::move(parts));
  const Neighborhoods found =
      find_neighbors(model, "melon", *infer_near(model, "melon", "sweet"), 2);
  EXPECT_FALSE(found.form || found.context || found.joint);
}

TEST(FindNeighbors, OfTheWordsOwnVectorLeaveTheWordOut) {
  const Model model(small_model());
  const auto inference = infer_near(model, "Melon", "the sweet citrus");
  const Neighborhoods found =
      find_neighbors(model, "Melon", *inference, {.k = 3, .own = true, .ranks = false});
  const std::size_t melon = *model.vectors().find("melon");
  ASSERT_TRUE(found.own);
  ASSERT_EQ(found.own->neighbors.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i)  // the word itself has the first rank
    EXPECT_EQ(
        rank_by_hand(model.vectors(), model.vectors().row(melon), found.own->neighbors[i].row),
        i + 2);
  EXPECT_EQ(found.own->rank, std::nullopt);
  EXPECT_EQ(found.joint->rank, std::nullopt);
  EXPECT_EQ(found.joint->neighbors, find_neighbors(model, "Melon", *inference, 3).joint->neighbors);
}

TEST(FindNeighbors, ThatAreNotAskedForAreNotFound) {
  const Model model(small_model());
  const auto inference = infer_near(model, "durian", "the sweet citrus");
  const Neighborhoods found = find_neighbors(model, "durian", *inference,
                                             {.k = 3, .form = false, .joint = false, .own = true});
  EXPECT_FALSE(found.form || found.joint || found.own);
  ASSERT_TRUE(found.context);
  EXPECT_EQ(found.context->neighbors.size(), 3U);
}

}  // namespace
}  // namespace oovec
