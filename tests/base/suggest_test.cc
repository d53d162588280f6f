#include "oovec/base/suggest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string> some_commands = {"vectors", "index", "train",  "infer",
                                                "explain", "eval",  "augment"};

TEST(Suggest, FindsANameThatIsOneEditAway) {
  EXPECT_THAT(similar_names("infre", some_commands), ElementsAre("infer"));     // swapped
  EXPECT_THAT(similar_names("vectrs", some_commands), ElementsAre("vectors"));  // deleted
  EXPECT_THAT(similar_names("trainn", some_commands), ElementsAre("train"));    // inserted
  EXPECT_THAT(similar_names("indax", some_commands), ElementsAre("index"));     // replaced
}

TEST(Suggest, ALongNameMayHaveSeveralEdits) {
  const std::vector<std::string> options = {"lowercase", "min-count", "threads"};
  EXPECT_THAT(similar_names("lowrcas", options), ElementsAre("lowercase"));
  EXPECT_THAT(similar_names("lwrcs", options), IsEmpty());
}

TEST(Suggest, FindsTheNameThatWasBegun) {
  EXPECT_THAT(similar_names("aug", some_commands), ElementsAre("augment"));
  EXPECT_THAT(similar_names("au", some_commands), IsEmpty());
}

TEST(Suggest, FindsTheNameThatWasExtended) {
  EXPECT_THAT(similar_names("evaluate", some_commands), ElementsAre("eval"));
  EXPECT_THAT(similar_names("augmentation", some_commands), ElementsAre("augment"));
  EXPECT_THAT(similar_names("getting", {"get"}), IsEmpty());
}

TEST(Suggest, CapitalsAndUnderscoresAreNoDifference) {
  EXPECT_THAT(similar_names("MIN_COUNT", {"max-count", "min-count"}), ElementsAre("min-count"));
}

TEST(Suggest, PrefersTheNearestName) {
  EXPECT_THAT(similar_names("count", {"counts", "mounts"}), ElementsAre("counts"));
  EXPECT_THAT(similar_names("cat", {"cut", "cot", "dog"}), ElementsAre("cut", "cot"));
}

TEST(Suggest, ManyNamesAreNoSuggestion) {
  EXPECT_THAT(similar_names("cat", {"cut", "cot", "bat", "rat"}), IsEmpty());
}

TEST(Suggest, NeverSuggestsNonsense) {
  for (const char* name : {"", "x", "ab", "frobnicate", "w2v", "日本"})
    EXPECT_THAT(similar_names(name, some_commands), IsEmpty()) << name;
  EXPECT_THAT(similar_names("w2v", {"vec", "native", "glove"}), IsEmpty());
  EXPECT_THAT(similar_names("anything", {}), IsEmpty());
}

TEST(Suggest, AsksAQuestion) {
  EXPECT_EQ(did_you_mean("infre", some_commands), "; did you mean infer?");
  EXPECT_EQ(did_you_mean("cat", {"cut", "cot"}), "; did you mean cut or cot?");
  EXPECT_EQ(did_you_mean("frobnicate", some_commands), "");
}

}  // namespace
}  // namespace oovec
