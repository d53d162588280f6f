#include "oovec/io/metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "oovec/text/tokenizer.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::HasSubstr;

using Metadata = std::map<std::string, std::string>;

// A file with nothing but metadata, and its reader.
struct Example {
  explicit Example(const Metadata& metadata) {
    const std::vector<char> none;
    TensorFileWriter writer(metadata);
    writer.add<char>("nothing", {0}, none);
    writer.write(path.path(), 1, nullptr);
    file.emplace(path.path());
  }
  MetadataReader reader() const { return {*file, "make it again"}; }

  TemporaryFile path;
  std::optional<TensorFile> file;
};

std::uint32_t number_from(const std::string& text) {
  const Example example({{"n", text}});
  std::uint32_t number = 0;
  example.reader().number("n", number);
  return number;
}

TEST(Metadata, NumbersNamesAndSwitchesAreRead) {
  const Example example(
      {{"whole", "42"}, {"part", "0.5"}, {"kind", "whitespace"}, {"on", "on"}, {"off", "off"}});
  const MetadataReader reader = example.reader();
  std::uint64_t whole = 0;
  double part = 0;
  auto kind = TokenizerKind::words;
  bool on = false, off = true;
  reader.number("whole", whole);
  reader.number("part", part);
  reader.choice("kind", kind);
  reader.flag("on", on);
  reader.flag("off", off);
  EXPECT_EQ(whole, 42U);
  EXPECT_EQ(part, 0.5);
  EXPECT_EQ(kind, TokenizerKind::whitespace);
  EXPECT_TRUE(on);
  EXPECT_FALSE(off);
}

TEST(Metadata, NumbersThatAreNoneOrDoNotFitAreRefused) {
  EXPECT_EQ(number_from("4294967295"), 4294967295U);
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "1.5", "0x10", "4294967296", "one"})
    EXPECT_EQ(error_of([&] { number_from(text); }).kind(), ErrorKind::malformed) << text;
}

TEST(Metadata, WhatIsMissingOrUnknownIsRefusedByNameWithTheRemedy) {
  const Example example({{"kind", "sideways"}, {"switch", "yes"}});
  const MetadataReader reader = example.reader();
  auto kind = TokenizerKind::words;
  bool flag = false;
  const auto expect_refusal = [&](const char* name, const std::function<void()>& read) {
    const Error error = error_of(read);
    EXPECT_EQ(error.kind(), ErrorKind::malformed);
    EXPECT_EQ(std::string(error.what()),
              example.path.path() + ": the metadata has no valid \"" + name + "\"; make it again");
  };
  expect_refusal("kind", [&] { reader.choice("kind", kind); });
  expect_refusal("switch", [&] { reader.flag("switch", flag); });
  expect_refusal("absent", [&] { (void)reader.text("absent"); });
  EXPECT_EQ(kind, TokenizerKind::words);
}

TEST(Metadata, AnotherFormatIsMalformedAndAnotherVersionUnsupported) {
  const auto check = [](const Metadata& metadata) {
    const Example example(metadata);
    example.reader().check_format("oovec-thing", "1", "a thing");
  };
  EXPECT_NO_THROW(check({{"format", "oovec-thing"}, {"version", "1"}}));
  EXPECT_THAT(error_of([&] { check({}); }).what(), HasSubstr("not a thing"));
  EXPECT_EQ(error_of([&] {
              check({{"format", "oovec-other"}, {"version", "1"}});
            }).kind(),
            ErrorKind::malformed);
  EXPECT_EQ(error_of([&] { check({{"format", "oovec-thing"}}); }).kind(), ErrorKind::malformed);
  const Error newer = error_of([&] { check({{"format", "oovec-thing"}, {"version", "2"}}); });
  EXPECT_EQ(newer.kind(), ErrorKind::unsupported);
  EXPECT_THAT(newer.what(), HasSubstr("version 2; this program reads version 1"));
}

}  // namespace
}  // namespace oovec
