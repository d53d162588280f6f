#include "oovec/model/composer.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "oovec/base/kernels.h"
#include "oovec/base/options.h"
#include "oovec/base/random.h"
#include "tests/support/models.h"

namespace oovec {
namespace {

constexpr std::size_t k = 5;

// Those of the paper and its variants, and the one that is solved for.
constexpr auto all_compositions = [] {
  std::array<Composition, compositions.size() + 1> all{Composition::balanced};
  std::ranges::copy(compositions, all.begin() + 1);
  return all;
}();

// One instance of training: L = ‖v − e‖², as in the paper.
struct Instance {
  Composition composition;
  bool has_context, has_form;
  std::shared_ptr<const Composer<double>> composer = make_composer<double>(composition, k);
  std::vector<double> parameters = std::vector<double>(composer->layout().size());
  std::vector<double> context = std::vector<double>(k), form = context, truth = context;
  std::uint64_t context_words = 12;
  std::vector<std::uint32_t> ngrams = std::vector<std::uint32_t>(7);
  std::vector<double> sums = {};  // of single contexts, if they are known
  std::vector<ContextTotal> totals = {};

  EvidenceView<double> evidence() const {
    EvidenceView<double> view;
    if (has_context) view.context.mean = context;
    if (has_context) view.context.contexts = 3;
    if (has_context) view.context.words = context_words;
    if (has_context) view.context.sums = sums;
    if (has_context) view.context.totals = totals;
    if (has_form) view.form.mean = form;
    if (has_form) view.form.ngrams = ngrams;
    return view;
  }

  std::span<double> part(std::string_view name) {
    return composer->layout()[name].of(std::span(parameters));
  }

  Composed<double> compose() const {
    Composed<double> result(k);
    composer->forward(parameters, evidence(), result);
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
    for (auto* numbers : {&parameters, &context, &form, &truth})
      for (double& number : *numbers) number = 2 * random.unit() - 1;
    if (composition == Composition::balanced) std::ranges::copy(word_range, part("words").begin());
  }

  static constexpr std::array<double, 2> word_range = {2, 40};
};

void add_gradient(const Instance& instance, Gradient<double>& gradient) {
  const Composed<double> result = instance.compose();
  std::vector<double> by_vector(k);
  for (std::size_t i = 0; i < k; ++i) by_vector[i] = 2 * (result.vector[i] - instance.truth[i]);
  instance.composer->backward(instance.parameters, instance.evidence(), result, by_vector,
                              gradient);
}

Gradient<double> gradient_of(const Instance& instance) {
  Gradient<double> gradient(instance.parameters.size(), k);
  add_gradient(instance, gradient);
  return gradient;
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
  const Gradient<double> gradient = gradient_of(instance);
  const auto compare = [&](std::vector<double>& numbers, const std::vector<double>& found) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      EXPECT_NEAR(found[i], slope(instance, numbers[i]), 1e-8) << i;
  };
  // Some parts are measured or given, not learned: no gradient is asked of them.
  std::vector<double> found = gradient.parameters;
  if (instance.composition == Composition::balanced)
    for (const char* name : {"words", "typical", "contrast"}) {
      const Part& part = instance.composer->layout()[name];
      for (std::size_t i = part.begin; i < part.begin + part.size; ++i) {
        EXPECT_EQ(found[i], 0) << name;
        found[i] = slope(instance, instance.parameters[i]);
      }
    }
  compare(instance.parameters, found);
  if (instance.has_form) compare(instance.form, gradient.form);
}

// Every composition with context, form or both, as far as it uses them.
void for_each_instance(const std::function<void(Instance&)>& use) {
  for (const Composition composition : all_compositions)
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
  const Gradient<double> once = gradient_of(instance);
  Gradient<double> twice = once;
  add_gradient(instance, twice);
  for (std::size_t i = 0; i < once.parameters.size(); ++i)
    EXPECT_DOUBLE_EQ(twice.parameters[i], 2 * once.parameters[i]);
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
    if (instance.composition == Composition::balanced) return;
    const Composed<double> result = instance.compose();
    if (result.alpha == 0) {
      EXPECT_EQ(result.vector, instance.form);
    } else if (result.alpha == 1) {
      std::vector<double> projected(k);
      multiply(instance.part("transform"), instance.context, projected);
      EXPECT_EQ(result.vector, projected);
    }
  });
}

// By hand: k = 1, A = 2, c = 3, f = 5, w = (0.1, −0.2), b = 0.7, so α = σ(0.3 − 1 + 0.7) = ½.
TEST(Composition, FollowsTheEquations) {
  const auto gated = make_composer<double>(Composition::gated, 1);
  const auto single = make_composer<double>(Composition::single, 1);
  const std::vector<double> parameters = {2, 0.1, -0.2, 0.7};
  const std::vector<double> c = {3}, f = {5};
  EvidenceView<double> evidence;
  evidence.context.mean = c;
  evidence.form.mean = f;
  Composed<double> result(1);
  gated->forward(parameters, evidence, result);
  EXPECT_NEAR(result.alpha, 0.5, 1e-15);
  EXPECT_NEAR(result.vector[0], 0.5 * 6 + 0.5 * 5, 1e-14);
  single->forward(parameters, evidence, result);
  EXPECT_DOUBLE_EQ(result.alpha, 1 / (1 + std::exp(-0.7)));
}

// By hand: four n-grams of mean (1.5, 2) add up to √4·(1.5, 2) = (3, 4), of length 5; y₀ = (1, 0);
// A = 2, a = (−1, 2), c = (1.5, 1), so ĉ = (2, 4) and f = (4, 4); w = (1 / ln 8, −0.4), b = 1, so
// that seven words give α = σ(1 − 2 + 1) = ½; d = (3, 4); μ = (10, 20), σ = 5.
class BalancedTest : public testing::Test {
 protected:
  BalancedTest() {
    set("transform", {2, 0, 0, 2});
    set("offset", {-1, 2});
    set("origin", {1, 0});
    set("gate", {1 / std::log(8), -0.4});
    set("bias", {1});
    set("words", {0, 100});
    set("mean", {10, 20});
    set("spread", {5});
    evidence_.form = {form_, ngrams_, nullptr, 4};
    evidence_.context.mean = context_;
    evidence_.context.words = 7;
  }

  void set(std::string_view name, const std::vector<double>& values) {
    std::ranges::copy(values, composer_->layout()[name].of(std::span(parameters_)).begin());
  }
  Composed<double> compose() const {
    Composed<double> result(2);
    composer_->forward(parameters_, evidence_, result);
    return result;
  }
  double alpha_of(std::uint64_t words) {
    evidence_.context.words = words;
    return compose().alpha;
  }
  static void expect_vector(std::span<const double> found, double x, double y) {
    EXPECT_NEAR(found[0], x, 1e-12);
    EXPECT_NEAR(found[1], y, 1e-12);
  }

  const std::vector<double> form_ = {1.5, 2}, context_ = {1.5, 1};
  const std::vector<std::uint32_t> ngrams_ = {1, 2, 3, 4};
  const std::unique_ptr<const Composer<double>> composer_ =
      make_composer<double>(Composition::balanced, 2);
  std::vector<double> parameters_ = std::vector<double>(composer_->layout().size());
  EvidenceView<double> evidence_;
};

TEST_F(BalancedTest, FollowsTheEquations) {
  const Composed<double> both = compose();
  EXPECT_NEAR(both.alpha, 0.5, 1e-15);
  expect_vector(both.context, 2, 4);
  expect_vector(both.vector, 10 + 3, 20 + 4);
}

TEST_F(BalancedTest, FormOrContextAloneHaveTheirOwnDirection) {
  const EvidenceView<double> both = evidence_;
  evidence_.context = {};
  expect_vector(compose().vector, 10 + 5 * std::sqrt(0.5), 20 + 5 * std::sqrt(0.5));
  evidence_ = both;
  evidence_.form = {};
  expect_vector(compose().vector, 10 + 5 * std::sqrt(0.2), 20 + 5 * std::sqrt(0.8));
}

TEST_F(BalancedTest, TheAccountHasBothAsVectorsOfTheirOwn) {
  const Account<double> account = composer_->account(parameters_, evidence_, compose());
  expect_vector(account.form, 10 + 5 * std::sqrt(0.5), 20 + 5 * std::sqrt(0.5));
  expect_vector(account.context, 10 + 5 * std::sqrt(0.2), 20 + 5 * std::sqrt(0.8));
  expect_vector(account.mixed, 3, 4);
  EXPECT_EQ(account.form_scale, 2);
  EXPECT_NEAR(account.strength, 5, 1e-12);
  EXPECT_NEAR(account.context_share, 0.5 * (2 * 3 + 4 * 4) / 25, 1e-12);
  EXPECT_NEAR(account.agreement.value(), 24 / std::sqrt(32.0 * 20), 1e-12);
}

TEST_F(BalancedTest, WordsBeyondTheRangeCountAsItsEnds) {
  set("words", {7, 30});
  const double least = alpha_of(7), most = alpha_of(30);
  EXPECT_LT(least, most);
  EXPECT_EQ(alpha_of(1), least);
  EXPECT_LT(least, alpha_of(8));
  EXPECT_LT(alpha_of(29), most);
  EXPECT_EQ(alpha_of(1000), most);
}

// n = 2: u = 3·exp(−κ·ln 2) of the context that is as the mean, exp(κ·ln 2) of the other.
TEST_F(BalancedTest, ContextsThatSayWhatAllSayCountLessOrMore) {
  set("typical", {10, 10});
  const std::vector<double> mean = {11, 10}, sums = {3 * 12, 3 * 10, 8, 10};
  const std::vector<ContextTotal> totals = {{3, 5}, {1, 2}};
  evidence_.context.mean = mean;
  evidence_.context.sums = sums;
  evidence_.context.totals = totals;
  for (const auto& [contrast, share] : {std::pair{1.0, 1.5 / 3.5}, std::pair{-1.0, 6 / 6.5}}) {
    set("contrast", {contrast});
    const double c = share * 12 + (1 - share) * 8;
    expect_vector(compose().context, 2 * c - 1, 2 * 10 + 2);
    const Account<double> account = composer_->account(parameters_, evidence_, compose());
    expect_vector(account.context_weights, share, 1 - share);
  }
  set("contrast", {0});
  expect_vector(compose().context, 2 * 11 - 1, 2 * 10 + 2);
}

TEST_F(BalancedTest, WhatHasNoDirectionIsTheMean) {
  set("origin", {-3, -4});  // f = 0
  evidence_.context = {};
  const Composed<double> result = compose();
  expect_vector(result.vector, 10, 20);
  Gradient<double> gradient(parameters_.size(), 2);
  composer_->backward(parameters_, evidence_, result, std::vector<double>{1, 1}, gradient);
  for (const double value : gradient.parameters) EXPECT_TRUE(std::isfinite(value));
  EXPECT_EQ(gradient.form, std::vector<double>(2));
}

TEST(Balanced, GradientsEqualDifferencesWhereContextsAreWeighed) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Instance instance{Composition::balanced, true, seed % 2 == 0};
    instance.randomise(seed);
    instance.part("contrast")[0] = seed % 3 == 0 ? -0.5 : 0.5;
    const std::vector<float> numbers = arbitrary_numbers(3 * k, seed);
    instance.sums.assign(numbers.begin(), numbers.end());
    instance.totals = {{2, 3}, {0.5, 1}, {1, 8}};
    check_gradients(instance);
  }
}

TEST(Balanced, GradientsEqualDifferencesForAnyNumberOfWordsAndNgrams) {
  for (const std::uint64_t words : {0, 1, 2, 12, 40, 100})
    for (const std::size_t count : {1, 7, 30}) {
      SCOPED_TRACE(std::to_string(words) + " words, " + std::to_string(count) + " n-grams");
      Instance instance{Composition::balanced, true, true};
      instance.randomise(words + count);
      instance.context_words = words;
      instance.ngrams.resize(count);
      check_gradients(instance);
    }
}

TEST(Composition, PartsLieInTheOrderInWhichFilesNameThem) {
  const auto names = [](Composition composition) {
    std::vector<std::string> found;
    const auto composer = make_composer<float>(composition, k);
    for (const Part& part : composer->layout().parts()) found.push_back(part.name);
    return found;
  };
  for (const Composition composition : compositions) {
    std::vector<std::string> expected = {"transform", "gate", "bias"};
    if (composition == Composition::mlp || composition == Composition::iterative)
      expected.emplace_back("second");
    EXPECT_EQ(names(composition), expected) << enum_name(composition);
  }
  EXPECT_EQ(names(Composition::balanced),
            (std::vector<std::string>{"transform", "offset", "origin", "gate", "bias", "words",
                                      "mean", "spread", "typical", "contrast"}));
}

TEST(Composition, TheGateOfASaturatedModelLeavesNoNonsense) {
  for (const double bias : {-1e4, 1e4}) {
    Instance instance{Composition::gated, true, true};
    instance.randomise(5);
    instance.part("bias")[0] = bias;
    EXPECT_EQ(instance.compose().alpha, bias > 0 ? 1 : 0);
    check_gradients(instance);
  }
}

TEST(Composition, FloatsGiveWhatDoublesGive) {
  EXPECT_TRUE(rc::check("float against double", [] {
    Instance instance{*rc::gen::elementOf(all_compositions), true, true};
    instance.randomise(*rc::gen::arbitrary<std::uint64_t>());
    const auto narrow = [](const std::vector<double>& numbers) {
      return std::vector<float>(numbers.begin(), numbers.end());
    };
    const std::vector<float> parameters = narrow(instance.parameters);
    const std::vector<float> context = narrow(instance.context), form = narrow(instance.form);
    EvidenceView<float> evidence;
    evidence.context.mean = context;
    evidence.context.contexts = instance.evidence().context.contexts;
    evidence.context.words = instance.context_words;
    evidence.form.mean = form;
    evidence.form.ngrams = instance.ngrams;
    Composed<float> result(k);
    make_composer<float>(instance.composition, k)->forward(parameters, evidence, result);
    const Composed<double> exact = instance.compose();
    for (std::size_t i = 0; i < k; ++i)
      RC_ASSERT(std::abs(static_cast<double>(result.vector[i]) - exact.vector[i]) < 1e-5);
  }));
}

// Twice as long a context counts for more than α says.
TEST(Account, SharesOfTheVectorGoByLength) {
  const std::vector<float> form = {1, 0}, context = {4, 0};
  Account<float> account;
  account.form = form;
  account.context = context;
  account.mixed = {0.25F * 4 + 0.75F * 1, 0};
  account.weigh(form, context, 0.25F);
  EXPECT_NEAR(account.context_share, 1 / 1.75, 1e-6);
  EXPECT_FLOAT_EQ(account.strength, 1.75F);
  EXPECT_FLOAT_EQ(account.agreement.value(), 1);
}

TEST(Account, WhatIsAloneHasTheWholeShare) {
  const std::vector<float> vector = {3, 4};
  Account<float> form, context;
  form.form = form.mixed = vector;
  form.weigh(vector, {}, 0);
  EXPECT_EQ(form.context_share, 0);
  context.context = context.mixed = vector;
  context.weigh({}, vector, 1);
  EXPECT_EQ(context.context_share, 1);
  EXPECT_EQ(context.strength, 5);
  EXPECT_EQ(context.agreement, std::nullopt);
}

}  // namespace
}  // namespace oovec
