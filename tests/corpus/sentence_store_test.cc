#include "oovec/corpus/sentence_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <random>
#include <tuple>

#include "tests/support/scratch.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A sentence with memory of its own.
using Copy = std::tuple<std::uint64_t, std::string, std::vector<Hit>>;

std::vector<Copy> all(SentenceStore& store, int threads = 1) {
  std::vector<Copy> sentences;
  store.for_each(threads, [&](const StoredSentence& sentence) {
    sentences.emplace_back(sentence.priority, sentence.bytes,
                           std::vector<Hit>(sentence.hits.begin(), sentence.hits.end()));
  });
  return sentences;
}

void add(SentenceStore& store, const Copy& sentence) {
  store.add({std::get<0>(sentence), std::get<1>(sentence), std::get<2>(sentence)});
}

TEST(SentenceStore, MayBeEmpty) {
  const Scratch scratch;
  SentenceStore store(scratch.path("x"));
  EXPECT_THAT(all(store), IsEmpty());
}

TEST(SentenceStore, OrdersSentencesByPriorityThenBytes) {
  const Scratch scratch;
  SentenceStore store(scratch.path("x"));
  constexpr std::uint64_t high = ~std::uint64_t{0};
  const Copy a{1, "z", {{1, 1}}}, b{high, "", {{1, 1}}}, c{high, "\x7F", {{2, 1}}},
      d{high, "\x80", {}};
  for (const Copy& sentence : {d, b, c, a}) add(store, sentence);
  EXPECT_THAT(all(store), ElementsAre(a, b, c, d));
}

TEST(SentenceStore, UnitesTheHitsOfEqualSentences) {
  const Scratch scratch;
  SentenceStore store(scratch.path("x"));
  add(store, {5, "same", {{3, 0}, {9, 2}}});
  add(store, {5, "other", {{4, 4}}});
  add(store, {5, "same", {{1, 1}, {3, 0}}});
  EXPECT_THAT(all(store),
              ElementsAre(Copy{5, "other", {{4, 4}}}, Copy{5, "same", {{1, 1}, {3, 0}, {9, 2}}}));
}

TEST(SentenceStore, CanBeReadAgain) {
  const Scratch scratch;
  SentenceStore store(scratch.path("x"));
  add(store, {5, "a", {{3, 0}}});
  EXPECT_EQ(all(store), all(store));
}

TEST(SentenceStore, LeavesNoFileBehind) {
  const Scratch scratch;
  SentenceStore store(scratch.path("x"));
  add(store, {5, "a", {{3, 0}}});
  EXPECT_THAT(scratch.names(), IsEmpty());
}

TEST(SentenceStore, SortsMoreThanABucketHoldsInMemory) {
  EXPECT_TRUE(rc::check("a store sorts", [] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint32_t>());
    const auto mask = *rc::gen::element(~std::uint64_t{0}, std::uint64_t{0xFF});  // or all in one
    const Scratch scratch;
    SentenceStore store(scratch.path("x"));
    std::map<std::pair<std::uint64_t, std::string>, std::vector<Hit>> expected;
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t priority = random() & mask;
      const std::string sentence(random() % 300, static_cast<char>('a' + random() % 26));
      expected[{priority, sentence}] = {{7, 3}};
      add(store, {priority, sentence, {{7, 3}}});
    }
    std::vector<Copy> sorted;
    for (const auto& [key, hits] : expected) sorted.emplace_back(key.first, key.second, hits);
    RC_ASSERT(all(store, *rc::gen::inRange(1, 4)) == sorted);
  }));
}

}  // namespace
}  // namespace oovec
