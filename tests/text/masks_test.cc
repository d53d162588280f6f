// The vectorised loops against plain ones, on every instruction set that this processor has.
#include "oovec/text/masks.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

namespace oovec {
namespace {

// Runs check() once per instruction set.
template <class Check>
void on_every_target(Check&& check) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    check();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

bool bit(std::uint64_t mask, std::size_t at) { return (mask >> at % block_bits & 1) != 0; }

void expect_plain_masks(const std::string& text) {
  std::vector<MaskBlock> blocks(text.size() / block_bits + 1);
  std::string lower(blocks.size() * block_bits, '?');
  scan_ascii(text, blocks.data(), lower.data());
  for (std::size_t i = 0; i < blocks.size() * block_bits; ++i) {
    const MaskBlock& block = blocks[i / block_bits];
    const char c = i < text.size() ? text[i] : '\0';
    const auto among = [c](std::string_view set) { return set.find(c) != std::string_view::npos; };
    const bool capital = c >= 'A' && c <= 'Z';
    RC_ASSERT(bit(block.letter, i) == (capital || (c >= 'a' && c <= 'z')));
    RC_ASSERT(bit(block.digit, i) == (c >= '0' && c <= '9'));
    RC_ASSERT(bit(block.connector, i) == among("_"));
    RC_ASSERT(bit(block.mid_num_let, i) == among(".'"));
    RC_ASSERT(bit(block.mid_num, i) == among(",;"));
    RC_ASSERT(bit(block.hyphen, i) == among("-"));
    RC_ASSERT(bit(block.blank, i) == (static_cast<unsigned char>(c) <= ' ' || c == '\x7F'));
    RC_ASSERT(bit(block.non_ascii, i) == (static_cast<unsigned char>(c) >= 0x80));
    RC_ASSERT(bit(block.stop, i) == among(".!?\r\n"));
    RC_ASSERT(bit(block.upper, i) == capital);
    RC_ASSERT(lower[i] == static_cast<char>(capital ? c | 0x20 : c));
  }
}

TEST(ScanAscii, ClassifiesEveryByte) {
  on_every_target([] {
    EXPECT_TRUE(rc::check([](const std::string& start) {
      std::string text = start;
      for (int c = 0; c < 256; ++c) text += static_cast<char>(c);
      expect_plain_masks(text);
      expect_plain_masks(start);
    }));
  });
}

void expect_plain_edges(const std::vector<std::uint64_t>& tokens) {
  std::vector<MaskBlock> blocks(tokens.size() + 1);
  for (std::size_t i = 0; i < tokens.size(); ++i) blocks[i].token = tokens[i];
  std::vector<std::uint32_t> expected;
  bool inside = false;
  for (std::size_t i = 0; i < blocks.size() * block_bits; ++i)
    if (bit(blocks[i / block_bits].token, i) != inside) {
      expected.push_back(static_cast<std::uint32_t>(i));
      inside = !inside;
    }
  expected.push_back(no_edge);
  std::vector<std::uint32_t> edges(blocks.size() * block_bits + 8);
  list_edges(blocks, edges.data());
  edges.resize(expected.size());
  RC_ASSERT(edges == expected);
}

TEST(ListEdges, FindsWhereTokensBeginAndEnd) {
  on_every_target([] {
    EXPECT_TRUE(rc::check([] {
      const auto word =
          rc::gen::oneOf(rc::gen::arbitrary<std::uint64_t>(), rc::gen::just(~std::uint64_t{0}),
                         rc::gen::just(std::uint64_t{0x5555555555555555U}));
      expect_plain_edges(*rc::gen::container<std::vector<std::uint64_t>>(word));
    }));
  });
}

}  // namespace
}  // namespace oovec
