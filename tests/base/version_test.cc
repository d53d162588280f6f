#include "oovec/base/version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oovec {
namespace {

TEST(Version, HasThreeNumbers) {
  EXPECT_THAT(std::string(version()), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

TEST(Version, NamesTheInstructionSet) {
  EXPECT_THAT(std::string(instruction_set()), testing::MatchesRegex("[A-Z][A-Z0-9_]+"));
}

}  // namespace
}  // namespace oovec
