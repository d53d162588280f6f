#include "oovec/skipgram/passages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "oovec/skipgram/token_text.h"

namespace oovec {
namespace {

using testing::ElementsAre;

constexpr auto end = sentence_end;

// Sentences of `length` tokens that count up.
std::vector<std::uint32_t> counting_text(std::size_t tokens, std::size_t length) {
  std::vector<std::uint32_t> text;
  for (std::uint32_t i = 0; i < tokens; ++i) {
    text.push_back(i);
    if ((i + 1) % length == 0 || i + 1 == tokens) text.push_back(end);
  }
  return text;
}

std::vector<PassageOrder::Entry> all_entries(PassageOrder order) {
  std::vector<PassageOrder::Entry> entries;
  while (const auto entry = order.next()) entries.push_back(*entry);
  return entries;
}

TEST(PassageOrder, GivesEveryTokenOnceAnEpoch) {
  for (const std::size_t length : {1, 7, 999, 1000, 5000}) {
    const std::vector<std::uint32_t> text = counting_text(12'345, length);
    std::map<std::uint32_t, int> seen;
    for (const auto& entry : all_entries({text, 3, 1}))
      for (const std::uint32_t token : entry.tokens) ++seen[token];
    seen.erase(end);
    EXPECT_EQ(seen.size(), 12'345U);
    for (const auto& [token, times] : seen) ASSERT_EQ(times, 3) << token;
  }
}

TEST(PassageOrder, CutsAtSentencesUnlessTheyAreTooLong) {
  const std::vector<std::uint32_t> sentences = counting_text(10'000, 30);
  for (const auto& entry : all_entries({sentences, 1, 1})) {
    EXPECT_EQ(entry.tokens.back(), end);
    EXPECT_LE(entry.tokens.size(), PassageOrder::passage_size + 31);
  }
  const std::vector<std::uint32_t> one_sentence = counting_text(10'000, 10'000);
  for (const auto& entry : all_entries({one_sentence, 1, 1}))
    EXPECT_LE(entry.tokens.size(), PassageOrder::passage_size);
}

TEST(PassageOrder, IsAnotherEachEpochAndForEachSeed) {
  const std::vector<std::uint32_t> text = counting_text(50'000, 10);
  const auto firsts = [&](std::uint64_t seed) {
    std::vector<std::uint32_t> tokens;
    for (const auto& entry : all_entries({text, 2, seed})) tokens.push_back(entry.tokens.front());
    return tokens;
  };
  const std::vector<std::uint32_t> one = firsts(1);
  EXPECT_EQ(firsts(1), one);
  EXPECT_NE(firsts(2), one);
  const auto half = static_cast<std::ptrdiff_t>(one.size() / 2);
  EXPECT_NE(std::vector(one.begin(), one.begin() + half),
            std::vector(one.begin() + half, one.end()));
}

TEST(PassageOrder, SeedsEachPassageAnew) {
  const std::vector<std::uint32_t> text = counting_text(50'000, 10);
  std::set<std::uint64_t> seeds;
  const auto entries = all_entries({text, 3, 1});
  for (const auto& entry : entries) seeds.insert(entry.seed);
  EXPECT_EQ(seeds.size(), entries.size());
}

TEST(PassageOrder, OfNothingGivesNothing) { EXPECT_FALSE(PassageOrder({}, 5, 1).next()); }

TEST(Passage, WindowsReachUpToTheirSizeWithinTheSentence) {
  const std::vector<std::uint32_t> text = counting_text(300, 20);
  const std::vector<float> keep(300, 1);
  Random random(1);
  std::set<std::size_t> reaches;
  Passage passage;
  passage.read(text, keep, 3, random);
  ASSERT_EQ(passage.words().size(), 300U);
  for (std::uint32_t i = 0; i < 300; ++i) {
    const auto [begin, past] = passage.windows()[i];
    const std::uint32_t sentence = i / 20 * 20;
    const std::uint32_t reach = std::max(i - begin, past - i - 1);
    EXPECT_EQ(begin, i - std::min(reach, i - sentence));
    EXPECT_EQ(past, std::min(i + reach + 1, sentence + 20));
    reaches.insert(reach);
  }
  EXPECT_THAT(reaches, ElementsAre(1, 2, 3));
}

TEST(Passage, KeepsWordsAsOftenAsTheirProbability) {
  std::vector<std::uint32_t> text;
  for (int i = 0; i < 10'000; ++i) text.insert(text.end(), {0, 1, 2});
  Random random(1);
  Passage passage;
  passage.read(text, std::vector<float>{1, 0.25F, 0}, 5, random);
  const auto count = [&](std::uint32_t word) {
    return std::count(passage.words().begin(), passage.words().end(), word);
  };
  EXPECT_EQ(count(0), 10'000);
  EXPECT_NEAR(static_cast<double>(count(1)), 2500, 250);
  EXPECT_EQ(count(2), 0);
}

TEST(Passage, SentencesDoNotSeeEachOtherWhateverIsSkipped) {
  const std::vector<std::uint32_t> text = {0, 1, end, 1, 1, end, 0, 1, 0, end};
  Random random(1);
  Passage passage;
  passage.read(text, std::vector<float>{1, 0}, 1, random);
  EXPECT_THAT(passage.words(), ElementsAre(0, 0, 0));
  EXPECT_EQ(passage.windows()[0].end, 1U);
  EXPECT_EQ(passage.windows()[1].begin, 1U);
  EXPECT_EQ(passage.windows()[1].end, 3U);
}

}  // namespace
}  // namespace oovec
