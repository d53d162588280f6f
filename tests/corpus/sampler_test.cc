#include "oovec/corpus/sampler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <thread>

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t highest = std::numeric_limits<std::uint64_t>::max();

std::vector<std::uint32_t> all_targets(const Sampler& sampler) {
  std::vector<std::uint32_t> order(sampler.targets());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

IndexData take(Sampler& sampler) {
  IndexData index;
  sampler.move_to(index, all_targets(sampler));
  return index;
}

// The sentences of a target, in order.
std::vector<std::string> sentences_of(const IndexData& index, std::size_t target) {
  std::vector<std::string> sentences;
  for (std::size_t p = index.posting_offsets[target]; p < index.posting_offsets[target + 1]; ++p)
    sentences.emplace_back(index.view().sentence(index.posting_sentences[p]));
  return sentences;
}

void offer(Sampler& sampler, std::uint64_t priority, std::string_view sentence,
           const std::vector<Hit>& hits) {
  sampler.offer(priority, sentence, hits);
}

TEST(Sampler, KeepsTheSentencesOfLowestPriorityInTheirOrder) {
  Sampler sampler(1, 2);
  offer(sampler, 30, "c", {{0, 1}});
  offer(sampler, 10, "a", {{0, 2}});
  offer(sampler, 40, "d", {{0, 3}});
  offer(sampler, 20, "b", {{0, 4}});
  const IndexData index = take(sampler);
  EXPECT_THAT(sentences_of(index, 0), ElementsAre("a", "b"));
  EXPECT_THAT(index.posting_positions, ElementsAre(2, 4));
  EXPECT_THAT(index.priorities, ElementsAre(10, 20));
}

TEST(Sampler, StoresASentenceOnceForAllItsTargets) {
  Sampler sampler(3, 5);
  offer(sampler, 1, "ab", {{0, 0}, {2, 1}});
  const IndexData index = take(sampler);
  EXPECT_EQ(index.view().sentences(), 1U);
  EXPECT_THAT(sentences_of(index, 0), ElementsAre("ab"));
  EXPECT_THAT(sentences_of(index, 1), IsEmpty());
  EXPECT_THAT(sentences_of(index, 2), ElementsAre("ab"));
}

TEST(Sampler, ASentenceOfferedAgainChangesNothing) {
  Sampler sampler(1, 3);
  for (int i = 0; i < 5; ++i) offer(sampler, 7, "same", {{0, 0}});
  offer(sampler, 8, "other", {{0, 0}});
  EXPECT_THAT(sentences_of(take(sampler), 0), ElementsAre("same", "other"));
}

TEST(Sampler, EqualPrioritiesAreOrderedByBytesWhoeverComesFirst) {
  for (const bool reverse : {false, true}) {
    Sampler sampler(1, 2);
    std::vector<std::string> sentences = {"a", "b", "c"};
    if (reverse) std::reverse(sentences.begin(), sentences.end());
    for (const std::string& sentence : sentences) offer(sampler, 5, sentence, {{0, 0}});
    EXPECT_THAT(sentences_of(take(sampler), 0), ElementsAre("a", "b")) << reverse;
  }
}

TEST(Sampler, DropsSentencesThatNoTargetKeeps) {
  Sampler sampler(2, 1);
  offer(sampler, 9, "displaced for one", {{0, 0}, {1, 1}});
  offer(sampler, 8, "displaced for both", {{0, 0}, {1, 1}});
  offer(sampler, 7, "kept", {{0, 0}});
  offer(sampler, 6, "kept too", {{1, 0}});
  EXPECT_THAT(take(sampler).priorities, ElementsAre(6, 7));
}

TEST(Sampler, BoundsFallButNeverBelowWhatIsKept) {
  Sampler sampler(2, 3);
  offer(sampler, 1000, "a", {{0, 0}});
  offer(sampler, 999, "b", {{0, 0}});
  EXPECT_EQ(sampler.bound(0), highest);
  std::uint64_t last = highest;
  for (std::uint64_t i = 998; i > 0; --i) {
    offer(sampler, i, std::to_string(i), {{0, 0}});
    EXPECT_GE(sampler.bound(0), i + 2);  // the third best so far
    EXPECT_LE(sampler.bound(0), last);
    last = sampler.bound(0);
  }
  EXPECT_LT(last, 10U);
  EXPECT_EQ(sampler.bound(1), highest);
}

TEST(Sampler, BoundsOutliveMoving) {
  Sampler sampler(1, 1);
  for (std::uint64_t i = 20; i > 0; --i) offer(sampler, i, std::to_string(i), {{0, 0}});
  const std::uint64_t before = sampler.bound(0);
  EXPECT_THAT(sentences_of(take(sampler), 0), ElementsAre("1"));
  EXPECT_LE(sampler.bound(0), before);
  offer(sampler, 0, "b", {{0, 0}});
  EXPECT_THAT(sentences_of(take(sampler), 0), ElementsAre("b"));
}

TEST(Sampler, AddedTargetsAreGoneOnceMoved) {
  Sampler sampler(1, 1);
  EXPECT_EQ(sampler.add_target(), 1U);
  EXPECT_EQ(sampler.add_target(), 2U);
  offer(sampler, 5, "x", {{2, 3}});
  EXPECT_THAT(sentences_of(take(sampler), 2), ElementsAre("x"));
  EXPECT_EQ(sampler.targets(), 1U);
  EXPECT_EQ(sampler.add_target(), 1U);
  offer(sampler, 6, "y", {{1, 4}});
  EXPECT_THAT(sentences_of(take(sampler), 1), ElementsAre("y"));
}

TEST(Sampler, NumbersTargetsAsAsked) {
  Sampler sampler(3, 1);
  offer(sampler, 1, "zero", {{0, 0}});
  offer(sampler, 2, "two", {{2, 0}});
  IndexData index;
  sampler.move_to(index, std::vector<std::uint32_t>{2, 1, 0});
  EXPECT_THAT(sentences_of(index, 0), ElementsAre("two"));
  EXPECT_THAT(sentences_of(index, 1), IsEmpty());
  EXPECT_THAT(sentences_of(index, 2), ElementsAre("zero"));
}

TEST(Sampler, MemoryGrowsWithWhatIsHeldAndIsFreedByMoving) {
  Sampler sampler(1, 1000);
  const std::string sentence(1000, 'x');
  for (std::uint32_t i = 0; i < 5000; ++i)
    offer(sampler, i, std::to_string(i) + sentence, {{0, 0}});
  EXPECT_GT(sampler.memory(), 5'000'000U);
  EXPECT_LT(sampler.memory(), 8'000'000U);
  take(sampler);
  EXPECT_EQ(sampler.memory(), 0U);
}

TEST(Sampler, MemoryOnceFreedIsCountedAgain) {
  Sampler sampler(1, 100);
  const auto fill = [&] {
    for (std::uint64_t i = 0; i < 90; ++i)
      offer(sampler, i, "sentence " + std::to_string(i), {{0, 0}});
    return sampler.memory();
  };
  const std::size_t first = fill();
  take(sampler);
  EXPECT_EQ(fill(), first);
}

TEST(Sampler, HoldsSentencesOfAnySize) {
  Sampler sampler(1, 10);
  const std::string large(3 << 20, 'x');
  offer(sampler, 1, "", {{0, 0}});
  offer(sampler, 2, large, {{0, 0}});
  offer(sampler, 3, "y", {{0, 0}});
  EXPECT_THAT(sentences_of(take(sampler), 0), ElementsAre("", large, "y"));
}

struct Offer {
  std::uint64_t priority;
  std::string sentence;
  std::vector<Hit> hits;
};

// Sentences and priorities from so few that both repeat; the hits depend on the sentence.
std::vector<Offer> random_offers() {
  const auto numbers = *rc::gen::container<std::vector<int>>(rc::gen::inRange<int>(0, 200));
  std::vector<Offer> offers;
  for (const int number : numbers) {
    Offer made{static_cast<std::uint64_t>(number) * 37 % 50, std::to_string(number), {}};
    for (std::uint32_t target = 0; target < 4; ++target)
      if (number % (target + 2) == 0)
        made.hits.push_back({target, static_cast<std::uint16_t>(number + target)});
    offers.push_back(made);
  }
  return offers;
}

TEST(Sampler, EqualsSortingEverythingInAnyOrder) {
  EXPECT_TRUE(rc::check("sampling is sorting and taking the first", [] {
    const auto per_word = *rc::gen::inRange<std::uint32_t>(1, 8);
    std::vector<Offer> offers = random_offers();
    std::map<std::uint32_t, std::set<std::pair<std::uint64_t, std::string>>> expected;
    for (const Offer& made : offers)
      for (const Hit& hit : made.hits) expected[hit.target].insert({made.priority, made.sentence});

    std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
    std::shuffle(offers.begin(), offers.end(), random);
    Sampler sampler(4, per_word);
    for (const Offer& made : offers) sampler.offer(made.priority, made.sentence, made.hits);
    const IndexData index = take(sampler);
    RC_ASSERT(std::is_sorted(index.priorities.begin(), index.priorities.end()));
    for (std::uint32_t target = 0; target < 4; ++target) {
      std::vector<std::string> first;
      for (const auto& [priority, sentence] : expected[target])
        if (first.size() < per_word) first.push_back(sentence);
      RC_ASSERT(sentences_of(index, target) == first);
    }
  }));
}

TEST(Sampler, WhatIsRefusedWhileAnotherThreadAddsStaysRefused) {
  Sampler sampler(1, 10);
  std::atomic<bool> done = false;
  bool changed_its_mind = false;
  std::thread asking([&] {
    for (bool refused = false; !done;) {
      const bool may_keep = sampler.bound(0) >= 15000;
      if (refused && may_keep) changed_its_mind = true;
      refused = !may_keep;
    }
  });
  for (std::uint64_t i = 20000; i > 0; --i) offer(sampler, i, std::to_string(i), {{0, 0}});
  done = true;
  asking.join();
  EXPECT_FALSE(changed_its_mind);
  EXPECT_LT(sampler.bound(0), 100U);
}

}  // namespace
}  // namespace oovec
