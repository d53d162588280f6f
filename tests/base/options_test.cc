#include "oovec/base/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oovec {
namespace {

struct SomeOptions {
  int size = 1;
  bool half = false;
  int threads = 0;

  template <class Visitor>
  void fields(Visitor&& field) {
    field("size", size, "how many", at_least(1));
    field("half", half, "of them only");
    field("threads", threads, "to use", at_least(0), Effect::none);
  }
};

TEST(Options, ThoseWithoutEffectOnTheResultAreMarked) {
  EXPECT_THAT(options_without_effect(SomeOptions()), testing::ElementsAre("threads"));
}

}  // namespace
}  // namespace oovec
