#include "oovec/corpus/posting_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scratch.h"

namespace oovec {
namespace {

using testing::ElementsAre;

std::vector<std::vector<std::uint32_t>> values_by_key(PostingGroups& groups) {
  std::vector<std::vector<std::uint32_t>> values;
  groups.for_each(2, [&](std::uint32_t key, std::span<const Posting> postings) {
    EXPECT_EQ(key, values.size());
    values.emplace_back();
    for (const Posting& posting : postings) {
      EXPECT_EQ(posting.key, key);
      values.back().push_back(posting.value);
    }
  });
  return values;
}

TEST(PostingGroups, GroupsByKeyInTheOrderOfAdding) {
  const Scratch scratch;
  PostingGroups groups(scratch.path("x"), 4);
  for (const Posting& posting : {Posting{2, 7, 0}, {0, 5, 0}, {2, 1, 0}, {2, 9, 0}})
    groups.add(posting);
  EXPECT_EQ(groups.count(2), 3U);
  EXPECT_EQ(groups.count(3), 0U);
  EXPECT_THAT(values_by_key(groups),
              ElementsAre(ElementsAre(5), ElementsAre(), ElementsAre(7, 1, 9), ElementsAre()));
}

TEST(PostingGroups, WorksWithoutKeys) {
  const Scratch scratch;
  PostingGroups groups(scratch.path("x"), 0);
  EXPECT_TRUE(values_by_key(groups).empty());
}

TEST(PostingGroups, GroupsMoreThanItCollectsAtATime) {
  const Scratch scratch;
  constexpr std::uint32_t keys = 3;
  constexpr std::uint32_t postings = 9 << 20;  // one key alone is more than a third of that
  PostingGroups groups(scratch.path("x"), keys);
  for (std::uint32_t i = 0; i < postings; ++i)
    groups.add({i % 7 < 5 ? 1 : i % 7 == 5 ? 0U : 2U, i, 0});
  std::uint64_t total = 0;
  groups.for_each(2, [&](std::uint32_t key, std::span<const Posting> found) {
    ASSERT_EQ(found.size(), groups.count(key));
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].key, key);
      ASSERT_TRUE(i == 0 || found[i - 1].value < found[i].value);
    }
    total += found.size();
  });
  EXPECT_EQ(total, postings);
}

}  // namespace
}  // namespace oovec
