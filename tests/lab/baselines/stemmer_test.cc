#include "lab/baselines/stemmer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"

namespace oovec::lab {
namespace {

TEST(Stemmer, TakesEndingsAway) {
  Stemmer stemmer;
  EXPECT_EQ(stemmer.stem("friendships"), "friendship");
  EXPECT_EQ(stemmer.stem("hygienic"), "hygien");
  EXPECT_EQ(stemmer.stem("hygiene"), "hygien");
  EXPECT_EQ(stemmer.stem("spies"), "spi");
}

TEST(Stemmer, LeavesOtherTextAsItIs) {
  Stemmer stemmer;
  EXPECT_EQ(stemmer.stem(""), "");
  EXPECT_EQ(stemmer.stem("1984"), "1984");
  EXPECT_EQ(stemmer.stem("été"), "été");
}

TEST(Stemmer, KnowsOtherLanguages) { EXPECT_EQ(Stemmer("german").stem("häusern"), "haus"); }

TEST(Stemmer, RefusesALanguageItDoesNotKnow) { EXPECT_THROW(Stemmer("klingon"), Error); }

}  // namespace
}  // namespace oovec::lab
