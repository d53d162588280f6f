#include "oovec/train/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oovec {
namespace {

// Models name the options they were trained with, but not these, and training may be resumed with
// others.
TEST(TrainOptions, SomeHaveNoEffectOnTheModel) {
  EXPECT_THAT(options_without_effect(TrainOptions()),
              testing::ElementsAre("preset", "checkpoint-every", "memory", "threads"));
}

}  // namespace
}  // namespace oovec
