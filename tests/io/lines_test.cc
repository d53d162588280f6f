#include "oovec/io/lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> lines_of(std::string_view text) {
  const auto input = memory_input(text, "test");
  LineReader reader(*input);
  std::vector<std::string> found;
  while (const auto line = reader.next()) {
    found.emplace_back(line->text);
    EXPECT_EQ(line->number, found.size());
  }
  EXPECT_FALSE(reader.next());
  return found;
}

TEST(LineReader, ReadsLinesWithoutTheirEnds) {
  EXPECT_THAT(lines_of("a b\n\nc\n"), ElementsAre("a b", "", "c"));
  EXPECT_THAT(lines_of("a\r\n\r\nb\rc\r\n"), ElementsAre("a", "", "b\rc"));
}

TEST(LineReader, TheLastLineNeedsNoEnd) {
  EXPECT_THAT(lines_of("a\nb"), ElementsAre("a", "b"));
  EXPECT_THAT(lines_of("a\nb\r"), ElementsAre("a", "b"));
}

TEST(LineReader, DropsAByteOrderMarkAtTheStartAlone) {
  EXPECT_THAT(lines_of("\uFEFFa\n\uFEFFb\n"), ElementsAre("a", "\uFEFFb"));
  EXPECT_THAT(lines_of("\uFEFF\na"), ElementsAre("", "a"));
  EXPECT_THAT(lines_of("\uFEFF"), IsEmpty());
}

TEST(LineReader, OfNothingHasNoLines) { EXPECT_THAT(lines_of(""), IsEmpty()); }

TEST(LineReader, GoesOnFromBlockToBlock) {
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += std::to_string(i) + "\r\n";
  ASSERT_GT(text.size(), 2 * LineBlocks::default_block_size);
  const std::vector<std::string> lines = lines_of(text);
  ASSERT_EQ(lines.size(), 300'000U);
  for (std::size_t i = 0; i < lines.size(); ++i) ASSERT_EQ(lines[i], std::to_string(i));
}

TEST(CutLine, LeavesTheRest) {
  std::string_view text = "a\r\nb";
  EXPECT_EQ(cut_line(text), "a");
  EXPECT_EQ(text, "b");
  EXPECT_EQ(cut_line(text), "b");
  EXPECT_EQ(text, "");
}

}  // namespace
}  // namespace oovec
