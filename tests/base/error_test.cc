#include "oovec/base/error.h"

#include <gtest/gtest.h>

namespace oovec {
namespace {

std::string flags(const std::string& message) {
  return Error(ErrorKind::usage, message).message([](std::string_view name) {
    return "--" + std::string(name);
  });
}

TEST(Error, NamesOptionsAsAFrontEndSpellsThem) {
  EXPECT_EQ(flags("index more text or lower `min-count`"), "index more text or lower --min-count");
  EXPECT_EQ(flags("`ngram-min` is above `ngram-max`; lower it"),
            "--ngram-min is above --ngram-max; lower it");
}

TEST(Error, WordsThatAreNotQuotedAreNoOptions) {
  EXPECT_EQ(flags("name the vectors with `vectors`"), "name the vectors with --vectors");
}

TEST(Error, CommandsAndStrayQuotesStay) {
  EXPECT_EQ(flags("`oovec vectors check` lists them"), "`oovec vectors check` lists them");
  EXPECT_EQ(flags("\"`\" is left out with `repair`"), "\"`\" is left out with --repair");
  EXPECT_EQ(flags("`` and `"), "`` and `");
  EXPECT_EQ(flags(""), "");
}

TEST(Error, KeepsItsMessage) {
  EXPECT_STREQ(Error(ErrorKind::usage, "lower `min-count`").what(), "lower `min-count`");
}

}  // namespace
}  // namespace oovec
