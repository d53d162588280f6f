#include "oovec/io/json.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>

#include "tests/support/error_of.h"

namespace oovec {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::size_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) << 10;
}

TEST(Json, GivesBackWhatTheTextSays) {
  EXPECT_EQ(parse_json(R"({"a": [1, {"b": "]["}]})", "name")["a"][1]["b"], "][");
  EXPECT_TRUE(parse_json("[1, 2", "name").is_discarded());
  EXPECT_TRUE(parse_json("", "name").is_discarded());
}

TEST(Json, CountsKeysThatAParserWouldDrop) {
  EXPECT_EQ(count_json_keys(R"({"a": 1, "a": {"b:": ":\"", "c": [":", {"d": null}]}})"), 5U);
  EXPECT_EQ(count_json_keys(R"(["\\", ":", "\\\":"])"), 0U);
  EXPECT_EQ(count_json_keys(R"({"\\": 1})"), 1U);
  EXPECT_EQ(count_json_keys(""), 0U);
}

// Strings are skipped, whatever they hold.
TEST(Json, SkipsStringsWhenItLooksForExcess) {
  const std::string brackets = repeated("[", 100);
  for (const char* before : {"", R"(\")", R"(\\)", R"(\\\")", "x\\\\"})
    EXPECT_FALSE(find_json_excess("[\"" + std::string(before) + brackets + "\"]")) << before;
  EXPECT_TRUE(find_json_excess("[\"\\\\\"," + brackets));  // the string has ended before
}

TEST(Json, RefusesWhatIsNestedTooDeeply) {
  EXPECT_FALSE(find_json_excess(repeated("[", 64) + repeated("]", 64)));
  EXPECT_EQ(find_json_excess(repeated("[", 65) + repeated("]", 65)), "nested more than 64 deep");
  EXPECT_EQ(find_json_excess(repeated("{\"a\":", 100'000)), "nested more than 64 deep");
  const Error error = error_of([] { (void)parse_json(repeated("[", 100'000), "deep.json"); });
  EXPECT_STREQ(error.what(),
               "deep.json: JSON nested more than 64 deep; oovec does not read such files");
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_FALSE(find_json_excess(repeated("[],", 1000)));
}

TEST(Json, BracketsInStringsDoNotCount) {
  EXPECT_FALSE(find_json_excess("[\"" + repeated("[", 100) + "\"]"));
  EXPECT_FALSE(find_json_excess(R"(["\")" + repeated("[", 100) + "\"]"));
  EXPECT_TRUE(find_json_excess(R"(["\\")" + repeated("[", 100) + "\"]"));
  EXPECT_FALSE(find_json_excess("\"" + repeated("[", 100)));
  EXPECT_FALSE(find_json_excess(repeated("]", 100) + repeated("[", 100)));
}

TEST(Json, RefusesTooManyValuesAndTooManyBytes) {
  const std::string list = "[" + repeated("0,", 999) + "0]";
  EXPECT_FALSE(find_json_excess(list, {.values = 1001}));
  EXPECT_EQ(find_json_excess(list, {.values = 1000}), "of more than 1000 values");
  EXPECT_EQ(find_json_excess("[\"" + repeated(" ", 2 << 20) + "\"]", {.bytes = 2 << 20}),
            "larger than 2 MiB");
}

TEST(Json, RefusesInLittleMemory) {
  const std::string deep(100 << 20, '[');
  const std::string wide = repeated("[],", (100 << 20) / 3);
  const std::size_t before = peak_memory();
  EXPECT_TRUE(find_json_excess(deep));
  EXPECT_TRUE(find_json_excess(wide));
  EXPECT_LT(peak_memory() - before, 10U << 20);
}

}  // namespace
}  // namespace oovec
