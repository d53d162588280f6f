#include "oovec/corpus/varint.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>
#include <vector>

namespace oovec {
namespace {

std::string encoded(std::uint32_t number) {
  std::string bytes;
  append_varint(bytes, number);
  return bytes;
}

TEST(Varint, TakesAsFewBytesAsTheNumberNeeds) {
  EXPECT_EQ(encoded(0), std::string("\0", 1));
  EXPECT_EQ(encoded(127), "\x7F");
  EXPECT_EQ(encoded(128), "\x80\x01");
  EXPECT_EQ(encoded(16383), "\xFF\x7F");
  EXPECT_EQ(encoded(16384), "\x80\x80\x01");
  EXPECT_EQ(encoded(std::numeric_limits<std::uint32_t>::max()), "\xFF\xFF\xFF\xFF\x0F");
}

TEST(Varint, GivesBackAnySequenceOfNumbers) {
  EXPECT_TRUE(rc::check("round trip", [](const std::vector<std::uint32_t>& numbers, int shift) {
    std::string bytes;
    const auto small = [&](std::uint32_t number) { return number >> (shift & 31); };
    for (const std::uint32_t number : numbers) append_varint(bytes, small(number));
    std::string_view rest = bytes;
    for (const std::uint32_t number : numbers) {
      std::uint32_t taken = 0;
      RC_ASSERT(take_varint(rest, taken));
      RC_ASSERT(taken == small(number));
    }
    RC_ASSERT(rest.empty());
  }));
}

TEST(Varint, RefusesWhatIsCutShort) {
  for (const std::string_view bytes : {"", "\x80", "\xFF\xFF", "\xFF\xFF\xFF\xFF"}) {
    std::string_view rest = bytes;
    std::uint32_t number = 0;
    EXPECT_FALSE(take_varint(rest, number)) << bytes.size();
  }
}

TEST(Varint, RefusesMoreThan32Bits) {
  for (const std::string_view bytes :
       {"\xFF\xFF\xFF\xFF\x10", "\x80\x80\x80\x80\x80\x01", "\xFF\xFF\xFF\xFF\xFF"}) {
    std::string_view rest = bytes;
    std::uint32_t number = 0;
    EXPECT_FALSE(take_varint(rest, number)) << bytes.size();
  }
}

}  // namespace
}  // namespace oovec
