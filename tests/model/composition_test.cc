#include "oovec/model/composition.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <functional>

#include "oovec/base/options.h"
#include "oovec/base/random.h"
#include "tests/support/models.h"

namespace oovec {
namespace {

constexpr std::size_t k = 5;

// One instance of training: L = ‖v − e‖², as in the paper.
struct Instance {
  Composition composition;
  bool has_context, has_form;
  Weights<double> weights = Weights<double>(k, composition);
  std::vector<double> context = std::vector<double>(k), form = context, truth = context;

  Evidence<double> evidence() const {
    return {has_context ? std::span<const double>(context) : std::span<const double>(),
            has_form ? std::span<const double>(form) : std::span<const double>()};
  }

  Composed<double> compose() const {
    Composed<double> result(k);
    forward(composition, weights, evidence(), result);
    return result;
  }

  double loss() const {
    const Composed<double> result = compose();
    double sum = 0;
    for (std::size_t i = 0; i < k; ++i)
      sum += (result.vector[i] - truth[i]) * (result.vector[i] - truth[i]);
    return sum;
  }

  void randomise(std::uint64_t seed) {
    Random random(seed);
    for (auto* numbers : {&weights.transform, &weights.gate, &weights.bias, &weights.second,
                          &context, &form, &truth})
      for (double& number : *numbers) number = 2 * random.unit() - 1;
  }
};

struct Gradients {
  Weights<double> weights;
  std::vector<double> form = std::vector<double>(k);
};

Gradients gradients_of(const Instance& instance) {
  const Composed<double> result = instance.compose();
  std::vector<double> by_vector(k);
  for (std::size_t i = 0; i < k; ++i) by_vector[i] = 2 * (result.vector[i] - instance.truth[i]);
  Gradients gradients{Weights<double>(k, instance.composition)};
  backward<double>(instance.composition, instance.weights, instance.evidence(), result, by_vector,
                   gradients.weights, gradients.form);
  return gradients;
}

// The central difference of the loss in one number of the instance.
double slope(const Instance& instance, double& number) {
  constexpr double step = 1e-5;
  const double before = number;
  number = before + step;
  const double above = instance.loss();
  number = before - step;
  const double below = instance.loss();
  number = before;
  return (above - below) / (2 * step);
}

void check_gradients(Instance instance) {
  const Gradients gradients = gradients_of(instance);
  const auto compare = [&](std::vector<double>& numbers, const std::vector<double>& found) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      EXPECT_NEAR(found[i], slope(instance, numbers[i]), 1e-8) << i;
  };
  compare(instance.weights.transform, gradients.weights.transform);
  compare(instance.weights.gate, gradients.weights.gate);
  if (instance.has_form) compare(instance.form, gradients.form);
  compare(instance.weights.bias, gradients.weights.bias);
  compare(instance.weights.second, gradients.weights.second);
}

// Every composition with context, form or both, as far as it uses them.
void for_each_instance(const std::function<void(Instance&)>& use) {
  for (const Composition composition : compositions)
    for (const bool has_context : {false, true})
      for (const bool has_form : {false, true}) {
        if (!(has_context && uses_context(composition)) && !(has_form && uses_form(composition)))
          continue;
        SCOPED_TRACE(std::string(enum_name(composition)) + (has_context ? ", context" : "") +
                     (has_form ? ", form" : ""));
        Instance instance{composition, has_context, has_form};
        instance.randomise(1);
        use(instance);
      }
}

TEST(Composition, GradientsEqualDifferences) {
  for_each_instance([](Instance& instance) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      instance.randomise(seed);
      check_gradients(instance);
    }
  });
}

TEST(Composition, GradientsOfInstancesAddUpButThoseOfTheFormDoNot) {
  Instance instance{Composition::gated, true, true};
  instance.randomise(3);
  const Gradients once = gradients_of(instance);
  const Composed<double> result = instance.compose();
  std::vector<double> by_vector(k);
  for (std::size_t i = 0; i < k; ++i) by_vector[i] = 2 * (result.vector[i] - instance.truth[i]);
  Gradients twice = once;
  backward<double>(instance.composition, instance.weights, instance.evidence(), result, by_vector,
                   twice.weights, twice.form);
  EXPECT_DOUBLE_EQ(twice.weights.bias[0], 2 * once.weights.bias[0]);
  EXPECT_DOUBLE_EQ(twice.weights.transform[3], 2 * once.weights.transform[3]);
  EXPECT_DOUBLE_EQ(twice.weights.gate[7], 2 * once.weights.gate[7]);
  EXPECT_EQ(twice.form, once.form);
}

TEST(Composition, AlphaIsZeroWithoutContextAndOneWithoutForm) {
  for_each_instance([](Instance& instance) {
    const double alpha = instance.compose().alpha;
    if (!instance.has_context || instance.composition == Composition::form) {
      EXPECT_EQ(alpha, 0);
    } else if (!instance.has_form || instance.composition == Composition::context) {
      EXPECT_EQ(alpha, 1);
    } else {
      EXPECT_GT(alpha, 0);
      EXPECT_LT(alpha, 1);
    }
  });
}

TEST(Composition, WithoutContextTheVectorIsTheFormAndWithoutFormTheTransformedContext) {
  for_each_instance([](Instance& instance) {
    const Composed<double> result = instance.compose();
    if (result.alpha == 0) {
      EXPECT_EQ(result.vector, instance.form);
    } else if (result.alpha == 1) {
      std::vector<double> projected(k);
      multiply(instance.weights.transform, instance.context, projected);
      EXPECT_EQ(result.vector, projected);
    }
  });
}

// By hand: k = 1, A = 2, c = 3, f = 5, w = (0.1, −0.2), b = 0.7, so α = σ(0.3 − 1 + 0.7) = ½.
TEST(Composition, FollowsTheEquations) {
  Weights<double> weights(1);
  weights.transform = {2};
  weights.gate = {0.1, -0.2};
  weights.bias = {0.7};
  const std::vector<double> c = {3}, f = {5};
  Composed<double> result(1);
  forward<double>(Composition::gated, weights, {c, f}, result);
  EXPECT_NEAR(result.alpha, 0.5, 1e-15);
  EXPECT_NEAR(result.vector[0], 0.5 * 6 + 0.5 * 5, 1e-14);
  forward<double>(Composition::single, weights, {c, f}, result);
  EXPECT_DOUBLE_EQ(result.alpha, 1 / (1 + std::exp(-0.7)));
}

TEST(Composition, TheGateOfASaturatedModelLeavesNoNonsense) {
  for (const double bias : {-1e4, 1e4}) {
    Instance instance{Composition::gated, true, true};
    instance.randomise(5);
    instance.weights.bias = {bias};
    EXPECT_EQ(instance.compose().alpha, bias > 0 ? 1 : 0);
    check_gradients(instance);
  }
}

TEST(Composition, FloatsGiveWhatDoublesGive) {
  EXPECT_TRUE(rc::check("float against double", [] {
    Instance instance{*rc::gen::elementOf(compositions), true, true};
    instance.randomise(*rc::gen::arbitrary<std::uint64_t>());
    const auto narrow = [](const std::vector<double>& numbers) {
      return std::vector<float>(numbers.begin(), numbers.end());
    };
    Weights<float> weights(k, instance.composition);
    weights.transform = narrow(instance.weights.transform);
    weights.gate = narrow(instance.weights.gate);
    weights.bias = narrow(instance.weights.bias);
    weights.second = narrow(instance.weights.second);
    const std::vector<float> context = narrow(instance.context), form = narrow(instance.form);
    Composed<float> result(k);
    forward<float>(instance.composition, weights, {context, form}, result);
    const Composed<double> exact = instance.compose();
    for (std::size_t i = 0; i < k; ++i)
      RC_ASSERT(std::abs(static_cast<double>(result.vector[i]) - exact.vector[i]) < 1e-5);
  }));
}

}  // namespace
}  // namespace oovec
