#include "oovec/io/line_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "oovec/base/error.h"
#include "oovec/text/utf8.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using LongLines = LineBlocks::LongLines;

std::vector<std::string> blocks_of(std::string_view text, std::size_t block_size,
                                   LongLines long_lines = LongLines::cut) {
  const auto input = memory_input(text, "test");
  LineBlocks blocks(*input, long_lines, block_size);
  std::vector<std::string> found;
  std::uint64_t offset = 0;
  while (const auto block = blocks.next()) {
    EXPECT_EQ(block->offset, offset);
    EXPECT_FALSE(block->bytes.empty());
    offset += block->bytes.size();
    found.emplace_back(block->text());
  }
  EXPECT_FALSE(blocks.next());
  return found;
}

TEST(LineBlocks, HoldAsManyWholeLinesAsFit) {
  EXPECT_THAT(blocks_of("ab\ncd\nefgh\nij", 8), ElementsAre("ab\ncd\n", "efgh\nij"));
  EXPECT_THAT(blocks_of("ab\ncd\nefgh\nij", 7), ElementsAre("ab\ncd\n", "efgh\n", "ij"));
}

TEST(LineBlocks, OfNothingAreNone) { EXPECT_THAT(blocks_of("", 8), IsEmpty()); }

TEST(LineBlocks, ALineEndIsPartOfItsLine) {
  EXPECT_THAT(blocks_of("\n", 8), ElementsAre("\n"));
  EXPECT_THAT(blocks_of("1234567\n1234567\n", 8), ElementsAre("1234567\n", "1234567\n"));
}

TEST(LineBlocks, AreCutAfterTheLastBlankOfALongLine) {
  EXPECT_THAT(blocks_of("aa bb cc dd ee\nf\n", 8), ElementsAre("aa bb ", "cc dd ", "ee\nf\n"));
  EXPECT_THAT(blocks_of("aa\tbbbbbbbb\n", 8), ElementsAre("aa\t", "bbbbbbb", "b\n"));
}

TEST(LineBlocks, AreNotCutWithinACharacter) {
  EXPECT_THAT(blocks_of("xxxxxxxé\n", 8), ElementsAre("xxxxxxx", "é\n"));
  EXPECT_THAT(blocks_of("xxxxx😀\n", 8), ElementsAre("xxxxx", "😀\n"));
  EXPECT_THAT(blocks_of("xxxx😀\n", 8), ElementsAre("xxxx", "😀\n"));
}

TEST(LineBlocks, AreCutSomewhereWhereTheBytesAreNoCharacters) {
  const std::string garbage(20, '\x80');
  std::string all;
  for (const std::string& block : blocks_of(garbage, 8)) all += block;
  EXPECT_EQ(all, garbage);
}

TEST(LineBlocks, LongLinesGrowTheBlockWhereTheyAreNotCut) {
  EXPECT_THAT(blocks_of("aaaaaaaaaaaaaaaaaaaaaa\nbb\ncccccccc\nd", 8, LongLines::refuse),
              ElementsAre("aaaaaaaaaaaaaaaaaaaaaa\nbb\n", "cccccccc\nd"));
}

TEST(LineBlocks, ALineWithoutEndIsRefusedWhereItIsNotCut) {
  const std::string text = "short\n" + std::string(LineBlocks::max_line + (2 << 20), 'x');
  const auto input = memory_input(text, "test");
  LineBlocks blocks(*input, LongLines::refuse);
  EXPECT_EQ(blocks.next()->text(), "short\n");
  try {
    while (blocks.next()) {
    }
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::malformed);
    EXPECT_THAT(error.what(), HasSubstr("test: byte 6: no line end within 64 MiB"));
  }
}

TEST(LineBlocks, LookAtTheBytesOfALongLineAFewTimesEach) {
  const std::string text = std::string(1 << 20, 'a') + "\nb\n";
  const auto input = memory_input(text, "test");
  std::size_t seen = 0;
  const auto find_end = [&](std::string_view block) {
    seen += block.size();
    return block.rfind('\n') + 1;
  };
  LineBlocks blocks(*input, find_end, 16);
  std::string read;
  while (const auto block = blocks.next()) read += block->text();
  EXPECT_EQ(read, text);
  EXPECT_LE(seen, 4 * text.size());
}

TEST(LineBlocks, BeginAfterWhatIsSkipped) {
  const auto input = memory_input("header\nab\n", "test");
  LineBlocks blocks(*input, LongLines::cut);
  blocks.skip(7);
  const auto block = blocks.next();
  ASSERT_TRUE(block);
  EXPECT_EQ(block->text(), "ab\n");
  EXPECT_EQ(block->offset, 7U);
}

// Lines with blanks and characters of all lengths, shorter and longer than a block of 16.
std::vector<std::string> random_lines() {
  const auto line =
      rc::gen::map(rc::gen::container<std::vector<std::string>>(
                       rc::gen::element<std::string>("a", "b", "c", " ", "\t", "é", "€", "😀")),
                   [](const std::vector<std::string>& characters) {
                     std::string text;
                     for (const std::string& character : characters) text += character;
                     return text + "\n";
                   });
  return *rc::gen::container<std::vector<std::string>>(line);
}

// The pieces of lines that a reader of the blocks sees.
std::vector<std::string> pieces_of(const std::string& text) {
  std::vector<std::string> pieces;
  for (const std::string& block : blocks_of(text, 16)) {
    for (std::string_view rest = block; !rest.empty();) {
      const std::size_t size = std::min(rest.find('\n'), rest.size() - 1) + 1;
      pieces.emplace_back(rest.substr(0, size));
      rest.remove_prefix(size);
    }
  }
  return pieces;
}

TEST(LineBlocks, WhereALineIsCutDependsOnTheLineAlone) {
  EXPECT_TRUE(rc::check("pieces of lines", [] {
    std::string text;
    std::vector<std::string> expected;
    for (const std::string& line : random_lines()) {
      text += line;
      for (const std::string& piece : pieces_of(line)) expected.push_back(piece);
    }
    const std::vector<std::string> pieces = pieces_of(text);
    RC_ASSERT(pieces == expected);
    for (const std::string& piece : pieces) RC_ASSERT(!find_invalid_utf8(piece));
  }));
}

}  // namespace
}  // namespace oovec
