#include "lab/baselines/stems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/vectors.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Stems, AreSharedByRelatives) {
  const Embeddings vectors =
      make_embeddings({"friends", "fruit", "friend", "Friend", "spy"}, 1, {1, 2, 3, 4, 5});
  const Stems stems(vectors);
  EXPECT_THAT(stems.relatives("friend"), ElementsAre(0, 3));
  EXPECT_THAT(stems.relatives("spies"), ElementsAre(4));
  EXPECT_THAT(stems.relatives("fruit"), IsEmpty());
  EXPECT_THAT(stems.relatives("pomelo"), IsEmpty());
}

}  // namespace
}  // namespace oovec::lab
