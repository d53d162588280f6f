#include "oovec/base/random.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace oovec {
namespace {

// The published test vector of SplitMix64 with seed 1234567.
TEST(Random, GivesThePublishedNumbers) {
  Random random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
  EXPECT_EQ(random.next(), 9817491932198370423U);
}

TEST(Random, StaysBelowItsBoundAndReachesEveryNumber) {
  Random random(1);
  std::array<int, 7> seen{};
  for (int i = 0; i < 7000; ++i) ++seen.at(random.below(7));
  for (const int count : seen) EXPECT_NEAR(count, 1000, 150);
}

TEST(Random, UnitsFillTheInterval) {
  Random random(2);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const float x = random.unit();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.02);
}

TEST(Random, DerivedSeedsDiffer) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t value = 0; value < 100; ++value) seeds.insert(derive_seed(seed, value));
  EXPECT_EQ(seeds.size(), 10000U);
}

TEST(Shuffle, KeepsTheItemsAndChangesTheirOrder) {
  std::vector<int> items(100);
  std::iota(items.begin(), items.end(), 0);
  const std::vector<int> before = items;
  Random random(3);
  shuffle<int>(items, random);
  EXPECT_NE(items, before);
  std::sort(items.begin(), items.end());
  EXPECT_EQ(items, before);
}

TEST(Shuffle, PutsEveryItemEverywhere) {
  std::array<std::array<int, 4>, 4> seen{};
  Random random(4);
  for (int i = 0; i < 4000; ++i) {
    std::array<int, 4> items{0, 1, 2, 3};
    shuffle<int>(items, random);
    for (std::size_t at = 0; at < 4; ++at) ++seen.at(at).at(static_cast<std::size_t>(items.at(at)));
  }
  for (const auto& row : seen)
    for (const int count : row) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace
}  // namespace oovec
