#include "oovec/base/sampling.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numeric>

namespace oovec {
namespace {

using Counts = std::vector<std::uint64_t>;

TEST(KeepProbabilities, FollowTheFormula) {
  const std::vector<float> keep = keep_probabilities(Counts{9000, 900, 99, 1}, 0.001);
  const auto expected = [](double f) { return std::sqrt(0.001 / f) + 0.001 / f; };
  EXPECT_FLOAT_EQ(keep[0], static_cast<float>(expected(0.9)));
  EXPECT_FLOAT_EQ(keep[1], static_cast<float>(expected(0.09)));
  EXPECT_FLOAT_EQ(keep[2], static_cast<float>(expected(0.0099)));
  EXPECT_EQ(keep[3], 1.0F);
}

TEST(KeepProbabilities, AreOneWithoutSubsampling) {
  EXPECT_EQ(keep_probabilities(Counts{9000, 1}, 0), std::vector<float>(2, 1.0F));
}

// How often each word is drawn, and how often it should be.
void expect_shares(const Counts& counts, int draws) {
  const NoiseWords noise(counts);
  Random random(5);
  std::vector<int> drawn(counts.size());
  for (int i = 0; i < draws; ++i) ++drawn.at(noise.draw(random));
  std::vector<double> weights;
  for (const std::uint64_t count : counts)
    weights.push_back(std::pow(static_cast<double>(count), 0.75));
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = draws * weights[i] / total;
    EXPECT_NEAR(drawn[i], expected, 5 * std::sqrt(expected) + 1) << "word " << i;
  }
}

TEST(NoiseWords, AreDrawnByTheirCountToThreeQuarters) {
  expect_shares({1'000'000, 50'000, 50'000, 16, 1}, 1'000'000);
  Counts zipf;
  for (std::uint64_t rank = 1; rank <= 500; ++rank) zipf.push_back(100'000 / rank);
  expect_shares(zipf, 1'000'000);
}

TEST(NoiseWords, TellHowOftenTheyRepeat) {
  EXPECT_NEAR(NoiseWords(Counts{16, 16, 16, 16}).repetition(), 0.25, 1e-12);
  EXPECT_NEAR(NoiseWords(Counts{16, 1}).repetition(), (64.0 + 1.0) / 81.0, 1e-12);
}

TEST(NoiseWords, OfOneWordAreThatWord) {
  const NoiseWords noise(Counts{7});
  Random random(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(noise.draw(random), 0U);
}

TEST(NoiseWords, AreWordsWhateverTheCounts) {
  EXPECT_TRUE(rc::check([] {
    const auto counts =
        *rc::gen::nonEmpty(rc::gen::container<Counts>(rc::gen::inRange<std::uint64_t>(1, 1 << 30)));
    const NoiseWords noise(counts);
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    for (int i = 0; i < 1000; ++i) RC_ASSERT(noise.draw(random) < counts.size());
  }));
}

}  // namespace
}  // namespace oovec
