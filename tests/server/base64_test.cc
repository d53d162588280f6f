#include "apps/server/base64.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace oovec::server {
namespace {

std::string encoded(std::string_view text) {
  std::string result;
  append_base64(std::as_bytes(std::span(text)), result);
  return result;
}

// The test vectors of RFC 4648, §10.
TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(encoded(""), "");
  EXPECT_EQ(encoded("f"), "Zg==");
  EXPECT_EQ(encoded("fo"), "Zm8=");
  EXPECT_EQ(encoded("foo"), "Zm9v");
  EXPECT_EQ(encoded("foob"), "Zm9vYg==");
  EXPECT_EQ(encoded("fooba"), "Zm9vYmE=");
  EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
  EXPECT_EQ(encoded("\xFF\xFE\xFD"), "//79");
}

TEST(Base64, IsAppended) {
  std::string text = "=";
  append_base64(std::as_bytes(std::span(std::string_view("foo"))), text);
  EXPECT_EQ(text, "=Zm9v");
}

TEST(Base64Url, IsReadAsItIsWritten) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(from_base64_url(base64_url(bytes)), bytes);
    bytes += static_cast<char>(i * 37);
  }
  EXPECT_EQ(base64_url("\xFF\xFE\xFD"), "__79");
}

TEST(Base64Url, WhatIsNotWrittenSoIsRefused) {
  for (const char* const text : {"Z", "Zg==", "Zh", "Zm9v ", "//79", "Zm9vé", "Zm9v="})
    EXPECT_EQ(from_base64_url(text), std::nullopt) << text;
}

}  // namespace
}  // namespace oovec::server
