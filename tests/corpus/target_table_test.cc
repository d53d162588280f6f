#include "oovec/corpus/target_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"

namespace oovec {
namespace {

using testing::ElementsAre;

const TargetTable::Slot* find(TargetTable& table, std::string_view word) {
  return table.find(word, hash64(word));
}

TEST(TargetTable, FindsWordsOfAnyLength) {
  Vocabulary words;
  std::vector<std::string> all;
  for (std::size_t size = 0; size < 100; ++size) all.push_back(std::string(size, 'x'));
  for (const std::string& word : all) words.insert(word);
  const VocabularyView view = words.view();
  TargetTable table(view);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto* slot = find(table, all[i]);
    ASSERT_NE(slot, nullptr) << i;
    EXPECT_EQ(slot->target(), i);
    EXPECT_EQ(find(table, all[i] + "y"), nullptr);
  }
}

TEST(TargetTable, CountsBeyond32Bits) {
  Vocabulary words;
  words.insert("rare");
  words.insert("frequent");
  const VocabularyView view = words.view();
  TargetTable table(view);
  auto* frequent = table.find("frequent", hash64("frequent"));
  frequent->count = 0xFFFFFFFF;
  table.count(*frequent);
  table.count(*frequent);
  table.count(*table.find("rare", hash64("rare")));
  std::vector<std::uint64_t> sums = {10, 20};
  table.add_counts(sums);
  EXPECT_THAT(sums, ElementsAre(11, 0x100000001 + 20));
}

TEST(TargetTable, RefusesAWordIndexInWhichSearchesNeverEnd) {
  const std::string bytes = "a";
  const std::vector<std::uint64_t> offsets = {0, 1};
  const std::vector<std::uint32_t> slots = {1, 1};
  EXPECT_THROW(TargetTable(VocabularyView{bytes, offsets, slots}), Error);
}

}  // namespace
}  // namespace oovec
