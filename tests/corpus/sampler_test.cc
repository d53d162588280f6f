#include "oovec/corpus/sampler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>

#include "tests/support/scratch.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t highest = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t much_memory = std::size_t{1} << 30;

// Priorities differ in their upper halves, as hashes do; the sampler sees no others.
constexpr std::uint64_t spread(std::uint64_t number) { return number << 40; }

// A sampler and what it passes on.
class Sampling {
 public:
  Sampling(std::size_t targets, std::uint32_t per_word, std::size_t memory = much_memory)
      : per_word_(per_word), sampler_(targets, per_word, memory, store_) {}

  Sampler& operator*() { return sampler_; }
  Sampler* operator->() { return &sampler_; }

  void offer(std::uint64_t priority, std::string_view sentence, const std::vector<Hit>& hits) {
    sampler_.offer({priority, sentence, hits});
  }

  // All that was passed on for a target, in order.
  std::vector<std::string> passed(std::uint32_t target) {
    std::vector<std::string> sentences;
    store_.for_each(1, [&](const StoredSentence& sentence) {
      for (const Hit& hit : sentence.hits)
        if (hit.target == target) sentences.emplace_back(sentence.bytes);
    });
    return sentences;
  }

  // Its sample: the first of them.
  std::vector<std::string> sample(std::uint32_t target) {
    std::vector<std::string> sentences = passed(target);
    sentences.resize(std::min<std::size_t>(sentences.size(), per_word_));
    return sentences;
  }

 private:
  Scratch scratch_;
  SentenceStore store_{scratch_.path("store")};
  std::uint32_t per_word_;
  Sampler sampler_;
};

TEST(Sampler, PassesSentencesOfLowestPriorityOn) {
  Sampling sampling(1, 2);
  for (const int number : {30, 10, 40, 20})
    sampling.offer(spread(number), std::to_string(number), {{0, 0}});
  EXPECT_THAT(sampling.sample(0), ElementsAre("10", "20"));
}

TEST(Sampler, PassesASentenceOnForAllItsTargets) {
  Sampling sampling(3, 5);
  sampling.offer(spread(1), "ab", {{0, 0}, {2, 1}});
  EXPECT_THAT(sampling.sample(0), ElementsAre("ab"));
  EXPECT_THAT(sampling.sample(1), IsEmpty());
  EXPECT_THAT(sampling.sample(2), ElementsAre("ab"));
}

TEST(Sampler, ASentenceOfferedAgainChangesNothing) {
  Sampling sampling(1, 3);
  for (int i = 0; i < 50; ++i) sampling.offer(spread(7), "same", {{0, 0}});
  EXPECT_EQ(sampling->bound(0), highest);
  sampling.offer(spread(8), "other", {{0, 0}});
  EXPECT_THAT(sampling.sample(0), ElementsAre("same", "other"));
}

TEST(Sampler, RepetitionsFarApartDoNotLowerBounds) {
  Sampling sampling(1, 3);
  const std::uint64_t same_place = std::uint64_t{1} << 32;  // in the table of what was just seen
  for (int i = 0; i < 50; ++i) {
    sampling.offer(same_place, "a", {{0, 0}});
    sampling.offer(2 * same_place, "b", {{0, 0}});
  }
  EXPECT_EQ(sampling->bound(0), highest);
  EXPECT_THAT(sampling.passed(0), ElementsAre("a", "b"));
}

TEST(Sampler, DifferentSentencesOfOnePriorityAreAllPassedOn) {
  Sampling sampling(1, 2);
  for (const char* sentence : {"c", "a", "b", "a"}) sampling.offer(5, sentence, {{0, 0}});
  EXPECT_THAT(sampling.passed(0), ElementsAre("a", "b", "c"));
}

TEST(Sampler, PassesNothingOnThatNoTargetWants) {
  Sampling sampling(2, 1);
  for (std::uint64_t i = 20; i > 10; --i)
    sampling.offer(spread(i), std::to_string(i), {{0, 0}, {1, 0}});
  sampling.offer(spread(30), "for none", {{0, 0}, {1, 1}});
  for (const std::uint32_t target : {0U, 1U})
    EXPECT_THAT(sampling.passed(target), testing::Not(testing::Contains("for none")));
}

TEST(Sampler, BoundsFallButNeverBelowWhatIsKept) {
  Sampling sampling(2, 3);
  sampling.offer(spread(1000), "a", {{0, 0}});
  sampling.offer(spread(999), "b", {{0, 0}});
  EXPECT_EQ(sampling->bound(0), highest);
  std::uint64_t last = highest;
  for (std::uint64_t i = 998; i > 0; --i) {
    sampling.offer(spread(i), std::to_string(i), {{0, 0}});
    EXPECT_GE(sampling->bound(0), spread(i + 2));  // the third best so far
    EXPECT_LE(sampling->bound(0), last);
    last = sampling->bound(0);
  }
  EXPECT_LT(last, spread(10));
  EXPECT_EQ(sampling->bound(1), highest);
}

TEST(Sampler, AddedTargetsAreLikeOthers) {
  Sampling sampling(1, 1);
  EXPECT_EQ(sampling->add_target(), 1U);
  EXPECT_EQ(sampling->add_target(), 2U);
  EXPECT_EQ(sampling->targets(), 3U);
  for (std::uint64_t i = 9; i > 0; --i) sampling.offer(spread(i), std::to_string(i), {{2, 3}});
  sampling.offer(spread(10), "too late", {{2, 3}});
  EXPECT_THAT(sampling.sample(2), ElementsAre("1"));
  EXPECT_THAT(sampling.passed(2), testing::Not(testing::Contains("too late")));
}

TEST(Sampler, UsesNoMoreMemoryThanItMay) {
  Sampling sampling(100, 1000, 50'000);
  std::mt19937_64 random(1);
  std::size_t most = 0;
  for (std::uint32_t i = 0; i < 50'000; ++i) {
    sampling.offer(random(), std::to_string(i), {{i % 100, 0}});
    most = std::max(most, sampling->memory());
  }
  EXPECT_LE(most, 50'000U);
  EXPECT_GT(most, 25'000U);
}

TEST(Sampler, PassesSentencesOfAnySizeOn) {
  Sampling sampling(1, 10);
  const std::string large(3 << 20, 'x');
  sampling.offer(spread(1), "", {{0, 0}});
  sampling.offer(spread(2), large, {{0, 0}});
  sampling.offer(spread(3), "y", {{0, 0}});
  EXPECT_THAT(sampling.sample(0), ElementsAre("", large, "y"));
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
    Offer made{spread(static_cast<std::uint64_t>(number) * 37 % 50), std::to_string(number), {}};
    for (std::uint32_t target = 0; target < 4; ++target)
      if (number % (target + 2) == 0)
        made.hits.push_back({target, static_cast<std::uint32_t>(number) + target});
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
    Sampling sampling(4, per_word, *rc::gen::element<std::size_t>(0, 100, much_memory));
    for (const Offer& made : offers) sampling.offer(made.priority, made.sentence, made.hits);
    for (std::uint32_t target = 0; target < 4; ++target) {
      std::vector<std::string> first;
      for (const auto& [priority, sentence] : expected[target])
        if (first.size() < per_word) first.push_back(sentence);
      RC_ASSERT(sampling.sample(target) == first);
    }
  }));
}

TEST(Sampler, WhatIsRefusedWhileAnotherThreadAddsStaysRefused) {
  Sampling sampling(1, 10);
  std::atomic<bool> done = false;
  bool changed_its_mind = false;
  std::thread asking([&] {
    for (bool refused = false; !done;) {
      const bool may_keep = sampling->bound(0) >= spread(15000);
      if (refused && may_keep) changed_its_mind = true;
      refused = !may_keep;
    }
  });
  for (std::uint64_t i = 20000; i > 0; --i) sampling.offer(spread(i), std::to_string(i), {{0, 0}});
  done = true;
  asking.join();
  EXPECT_FALSE(changed_its_mind);
  EXPECT_LT(sampling->bound(0), spread(100));
}

}  // namespace
}  // namespace oovec
