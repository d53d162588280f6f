#include "oovec/io/peeked_input.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/io/codecs.h"

namespace oovec {
namespace {

PeekedInput peeked(std::string_view bytes) { return PeekedInput(memory_input(bytes, "test")); }

TEST(PeekedInput, ShowsWhatComesFirstAsOftenAsAsked) {
  PeekedInput input = peeked("abcdef");
  EXPECT_EQ(input.peek(2), "ab");
  EXPECT_EQ(input.peek(4), "abcd");
  EXPECT_EQ(input.peek(1), "a");
  EXPECT_EQ(input.peek(0), "");
  EXPECT_EQ(read_all(input), "abcdef");
}

TEST(PeekedInput, ShowsLessOfAShorterInput) {
  PeekedInput input = peeked("abc");
  EXPECT_EQ(input.peek(100), "abc");
  EXPECT_EQ(input.peek(100), "abc");
  EXPECT_EQ(read_all(input), "abc");
  PeekedInput empty = peeked("");
  EXPECT_EQ(empty.peek(1), "");
  EXPECT_EQ(read_all(empty), "");
}

TEST(PeekedInput, NeedsNoPeek) {
  PeekedInput input = peeked("abc");
  EXPECT_EQ(read_all(input), "abc");
}

TEST(PeekedInput, FillsBuffersWhateverTheirSize) {
  EXPECT_TRUE(rc::check("reading after peeking", [] {
    const auto bytes = *rc::gen::container<std::string>(rc::gen::inRange('a', 'z'));
    const auto peek = *rc::gen::inRange<std::size_t>(0, 50);
    const auto at_once = *rc::gen::inRange<std::size_t>(1, 20);
    PeekedInput input = peeked(bytes);
    RC_ASSERT(input.peek(peek) == bytes.substr(0, peek));
    std::string all;
    std::vector<char> buffer(at_once);
    while (const std::size_t count = input.read(buffer)) {
      RC_ASSERT(count == std::min(at_once, bytes.size() - all.size()));
      all.append(buffer.data(), count);
    }
    RC_ASSERT(all == bytes);
  }));
}

TEST(PeekedInput, IsOtherwiseTheInputItReads) {
  const std::string bytes = compress(Compression::gzip, "abc");
  PeekedInput input = peeked(bytes);
  EXPECT_EQ(input.peek(3), "abc");
  EXPECT_EQ(input.name(), "test");
  EXPECT_EQ(input.compression(), Compression::gzip);
  EXPECT_EQ(input.raw_size(), bytes.size());
  EXPECT_EQ(read_all(input), "abc");
  EXPECT_EQ(input.raw_consumed(), bytes.size());
}

}  // namespace
}  // namespace oovec
