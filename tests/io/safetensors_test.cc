#include "oovec/io/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/support/error_of.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr SafetensorsRemedies remedies = {"make it well", "get it again", "give another"};

std::string example() {
  const std::vector<TensorEntry> entries = {{"b", "F16", {2, 1}, 4}, {"a", "I8", {3}, 3}};
  return safetensors_header({{"key", "value"}}, entries, 8) + "wxyzabc";
}

Safetensors parse(const std::string& bytes) {
  return parse_safetensors(std::as_bytes(std::span(bytes)), "FILE", remedies);
}

TEST(Safetensors, WhatWasWrittenIsRead) {
  const std::string bytes = example();
  EXPECT_EQ((bytes.size() - 7) % 8, 0U);
  const Safetensors content = parse(bytes);
  EXPECT_EQ(content.metadata.at("key"), "value");
  EXPECT_EQ(content.tensors.size(), 2U);
  EXPECT_EQ(content.tensors.at("b").type, "F16");
  EXPECT_THAT(content.tensors.at("b").shape, ElementsAre(2U, 1U));
  EXPECT_EQ(static_cast<char>(content.tensors.at("a").bytes[0]), 'a');
  EXPECT_EQ(content.data.size(), 7U);
}

TEST(Safetensors, EveryCutIsRefused) {
  const std::string bytes = example();
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW((void)parse(bytes.substr(0, size)), Error) << size;
}

TEST(Safetensors, MessagesEndInTheRemedyOfTheCaller) {
  EXPECT_THAT(error_of([] { (void)parse("text of any kind"); }).what(),
              HasSubstr("FILE is text or another format; give another"));
  EXPECT_THAT(error_of([] { (void)parse(example().substr(0, 20)); }).what(),
              HasSubstr("get it again"));
  EXPECT_THAT(error_of([] { (void)parse(std::string("\2\0\0\0\0\0\0\0[]", 10)); }).what(),
              HasSubstr("make it well"));
}

}  // namespace
}  // namespace oovec
