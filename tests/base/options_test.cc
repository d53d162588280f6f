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

enum class Shape { round, square };
constexpr auto enum_names(Shape) { return std::array<std::string_view, 2>{"round", "square"}; }
using AnyShape = std::optional<Shape>;

TEST(Options, AChoiceIsAnEnumOrAnOptionalOne) {
  EXPECT_TRUE(is_choice_v<Shape>);
  EXPECT_TRUE(is_choice_v<AnyShape>);
  EXPECT_FALSE(is_choice_v<int>);
  EXPECT_FALSE(is_choice_v<bool>);
  EXPECT_FALSE(is_choice_v<std::string>);
  EXPECT_FALSE(is_choice_v<std::optional<int>>);
}

TEST(Options, AChoiceNotMadeIsNamedAuto) {
  EXPECT_EQ(enum_name(AnyShape()), "auto");
  EXPECT_EQ(enum_name(AnyShape(Shape::square)), "square");
  EXPECT_EQ(enum_name(Shape::square), "square");
}

TEST(Options, AnOptionalChoiceIsReadByNameToo) {
  const std::optional<AnyShape> automatic = enum_named<AnyShape>("auto");
  ASSERT_TRUE(automatic.has_value());
  EXPECT_EQ(*automatic, std::nullopt);
  EXPECT_EQ(enum_named<AnyShape>("round").value(), Shape::round);
  EXPECT_EQ(enum_named<AnyShape>("oval"), std::nullopt);
  EXPECT_EQ(enum_named<AnyShape>(""), std::nullopt);
}

TEST(Options, AutoIsNoNameOfAnEnumThatMustBeChosen) {
  EXPECT_EQ(enum_named<Shape>("auto"), std::nullopt);
  EXPECT_THAT(choices_of(Shape()), testing::ElementsAre("round", "square"));
}

TEST(Options, AutoIsTheFirstOfTheChoices) {
  EXPECT_THAT(choices_of(AnyShape()), testing::ElementsAre("auto", "round", "square"));
}

TEST(Options, EachChoiceIsReadAsWhatItNames) {
  for (const std::string& choice : choices_of(AnyShape()))
    EXPECT_EQ(enum_name(enum_named<AnyShape>(choice).value()), choice);
}

}  // namespace
}  // namespace oovec
