#include "oovec/vectors/parse_decimal.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace oovec {
namespace {

// Enough bytes after a number for the parser to look at.
const std::string followed = " 0.0000000";

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// What is parsed of "TEXT 0.0000000" if it is all of TEXT.
std::optional<float> parse_decimal(const std::string& text) {
  const std::string line = text + followed;
  float value = 0;
  const char* const end = parse_plain_decimal(line.data(), line.data() + line.size(), value);
  if (end != line.data() + text.size()) return std::nullopt;
  return value;
}

TEST(PlainDecimal, IsADigitAPointAndDecimals) {
  EXPECT_EQ(parse_decimal("0.5"), 0.5F);
  EXPECT_EQ(parse_decimal("-0.24487"), -0.24487F);
  EXPECT_EQ(parse_decimal("9.9999999"), std::nullopt);  // 99,999,999 is more than 2^24
  EXPECT_EQ(parse_decimal("1.6777215"), 1.6777215F);
  EXPECT_EQ(parse_decimal("1.6777216"), std::nullopt);
  EXPECT_EQ(parse_decimal("0.00000001"), 0.00000001F);
}

TEST(PlainDecimal, ZeroKeepsItsSign) {
  EXPECT_EQ(bits(parse_decimal("0.0").value()), bits(0.0F));
  EXPECT_EQ(bits(parse_decimal("-0.000").value()), bits(-0.0F));
}

TEST(PlainDecimal, LeavesEverythingElseToTheGeneralParser) {
  for (const char* text :
       {"",    "-",   "5",   ".5",  "0.",  "-.5", "12.5", "+0.5", "--0.5", "0..5",
        "0,5", "a.5", "/.5", ":.5", "0.a", "0./", "0.:",  "nan",  "1e-3",  "0.123456789"})
    EXPECT_EQ(parse_decimal(text), std::nullopt) << text;
}

TEST(PlainDecimal, EndsBeforeTheFirstByteThatIsNoDigit) {
  for (int byte = 0; byte < 256; ++byte) {
    if (byte >= '0' && byte <= '9') continue;
    const std::string line = std::string("-0.25") + static_cast<char>(byte) + "99999999";
    float value = 0;
    const char* const end = parse_plain_decimal(line.data(), line.data() + line.size(), value);
    EXPECT_EQ(end - line.data(), 5) << byte;
    EXPECT_EQ(value, -0.25F) << byte;
  }
}

TEST(PlainDecimal, IsNotReadPastTheEnd) {
  const std::string line = "0.5" + followed;
  for (std::size_t size = 0; size < line.size(); ++size) {
    const std::vector<char> cut(line.data(), line.data() + size);  // a sanitizer watches its end
    float value = 0;
    const char* const end = parse_plain_decimal(cut.data(), cut.data() + cut.size(), value);
    EXPECT_EQ(end != nullptr, size >= 11) << size;
  }
}

TEST(PlainDecimal, IsTheNearestFloat) {
  std::mt19937 random(1);
  std::size_t parsed = 0;
  for (int i = 0; i < 3'000'000; ++i) {
    const std::size_t decimals = 1 + random() % 8;
    std::string text = std::to_string(1'000'000'000U + random() % (1U << (4 + random() % 26)));
    text.erase(0, 9 - decimals);  // a digit and the decimals
    text.insert(1, ".");
    if (random() % 2) text.insert(0, "-");
    const std::optional<float> value = parse_decimal(text);
    if (!value) continue;
    ++parsed;
    ASSERT_EQ(bits(*value), bits(std::strtof(text.c_str(), nullptr))) << text;
  }
  EXPECT_GT(parsed, 2'000'000U);
}

}  // namespace
}  // namespace oovec
