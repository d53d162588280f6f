#include "oovec/model/evidence.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/kernels.h"
#include "oovec/base/random.h"
#include "oovec/model/composer.h"
#include "oovec/model/context.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Rows = std::vector<std::uint32_t>;

TEST(ContextEvidence, KeepsEachContextIfAskedTo) {
  const Embeddings vectors = make_embeddings({"a", "b"}, 2, {1, 0, 0, 1});
  const std::vector<float> weights = {2, 0.5};
  const WeightedVectors weighted{&vectors, weights, Detail::contexts};
  ContextEvidence evidence = weighted.no_contexts();
  weighted.add(Rows{0, 1}, evidence);
  weighted.add(Rows{}, evidence);  // no word of it is known
  weighted.add(Rows{1, 1, 1}, evidence);
  EXPECT_EQ(evidence.contexts, 2U);
  EXPECT_EQ(evidence.words, 5U);
  EXPECT_THAT(evidence.sums, ElementsAre(2, 0.5, 0, 1.5));
  ASSERT_EQ(evidence.totals.size(), 2U);
  EXPECT_EQ(evidence.totals[0].weight, 2.5);
  EXPECT_EQ(evidence.totals[1].words, 3U);
  EXPECT_THAT(evidence.sum, ElementsAre(2, 2));
  EXPECT_EQ(evidence.weight, 4);
  evidence.clear();
  EXPECT_TRUE(evidence.empty());
  EXPECT_THAT(evidence.sums, IsEmpty());
}

TEST(ContextEvidence, OfTotalsHasTheSameTotalsAndNothingElse) {
  const Embeddings vectors = make_embeddings({"a", "b"}, 2, {1, 0, 0, 1});
  const WeightedVectors weighted{&vectors, {}};
  ContextEvidence evidence = weighted.no_contexts();
  weighted.add(Rows{0, 1}, evidence);
  weighted.add(Rows{}, evidence);
  weighted.add(Rows{1}, evidence);
  EXPECT_THAT(evidence.sum, ElementsAre(1, 2));
  EXPECT_EQ(evidence.contexts, 2U);
  EXPECT_EQ(evidence.words, 3U);
  EXPECT_THAT(evidence.sums, IsEmpty());
  EXPECT_THAT(evidence.totals, IsEmpty());
}

// A composition that is none of the paper's: attention over contexts by how well each agrees with
// a learned direction q, attention over n-grams likewise, and a share of the context that grows
// with the number of contexts n:
//
//   v = α·Σ softmax(q·c_i)·c_i + (1 − α)·Σ softmax(q·g_j)·g_j,   α = σ(b·ln(1 + n))
template <class Real>
class Attentive : public Composer<Real> {
 public:
  explicit Attentive(std::size_t columns)
      : query_(this->layout_.add("query", {columns})), bias_(this->layout_.add("bias", {1})) {}

  Detail detail() const override { return Detail::contexts; }

  void forward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
               Composed<Real>& result) const override {
    result.alpha = alpha(parameters, evidence);
    std::ranges::fill(result.vector, 0);
    const auto use = [&](const Bag& bag, Real share) {
      const std::vector<Real> weights = attention(parameters, bag);
      for (std::size_t i = 0; i < weights.size(); ++i)
        axpy(share * weights[i], std::span<const Real>(bag[i]), std::span(result.vector));
    };
    use(contexts(evidence), result.alpha);
    use(ngrams(evidence), 1 - result.alpha);
  }

  void backward(std::span<const Real> parameters, const EvidenceView<Real>& evidence,
                const Composed<Real>& result, std::span<const Real> by_vector,
                Gradient<Real>& gradient) const override {
    const std::size_t columns = by_vector.size();
    Real by_alpha = 0;
    gradient.ngrams.assign(evidence.form.ngrams.size() * columns, 0);
    const auto pass = [&](const Bag& bag, Real share, Real sign, bool are_ngrams) {
      const std::vector<Real> weights = attention(parameters, bag);
      std::vector<Real> mean(columns);
      for (std::size_t i = 0; i < bag.size(); ++i)
        axpy(weights[i], std::span<const Real>(bag[i]), std::span(mean));
      by_alpha += sign * dot(by_vector, std::span<const Real>(mean));
      for (std::size_t i = 0; i < bag.size(); ++i) {
        std::vector<Real> difference = bag[i];
        axpy(Real{-1}, std::span<const Real>(mean), std::span(difference));
        const Real by_score =
            share * weights[i] * dot(by_vector, std::span<const Real>(difference));
        axpy(by_score, std::span<const Real>(bag[i]), query_.of(std::span(gradient.parameters)));
        if (!are_ngrams) continue;
        const auto by_ngram = std::span(gradient.ngrams).subspan(i * columns, columns);
        axpy(share * weights[i], by_vector, by_ngram);
        axpy(by_score, query_.of(parameters), by_ngram);
      }
    };
    pass(contexts(evidence), result.alpha, 1, false);
    pass(ngrams(evidence), 1 - result.alpha, -1, true);
    bias_.of(std::span(gradient.parameters))[0] +=
        result.alpha * (1 - result.alpha) * by_alpha * growth(evidence);
  }

 private:
  using Bag = std::vector<std::vector<Real>>;

  static Real growth(const EvidenceView<Real>& evidence) {
    return std::log1p(static_cast<Real>(evidence.context.contexts));
  }

  Real alpha(std::span<const Real> parameters, const EvidenceView<Real>& evidence) const {
    return 1 / (1 + std::exp(-bias_.of(parameters)[0] * growth(evidence)));
  }

  // The mean of each context.
  static Bag contexts(const EvidenceView<Real>& evidence) {
    const std::size_t columns = evidence.context.mean.size();
    Bag bag;
    for (std::size_t i = 0; i < evidence.context.totals.size(); ++i) {
      const auto sum = evidence.context.sums.subspan(i * columns, columns);
      bag.emplace_back(sum.begin(), sum.end());
      for (Real& x : bag.back()) x /= static_cast<Real>(evidence.context.totals[i].weight);
    }
    return bag;
  }

  static Bag ngrams(const EvidenceView<Real>& evidence) {
    const std::size_t columns = evidence.form.mean.size();
    Bag bag;
    for (const std::uint32_t row : evidence.form.ngrams)
      bag.emplace_back(evidence.form.vectors + row * columns,
                       evidence.form.vectors + (row + 1) * columns);
    return bag;
  }

  std::vector<Real> attention(std::span<const Real> parameters, const Bag& bag) const {
    std::vector<Real> weights;
    Real sum = 0;
    for (const std::vector<Real>& item : bag) {
      weights.push_back(std::exp(dot(query_.of(parameters), std::span<const Real>(item))));
      sum += weights.back();
    }
    for (Real& weight : weights) weight /= sum;
    return weights;
  }

  Part query_, bias_;
};

// What such a composition needs is there: contexts and n-grams one by one, and their counts.
TEST(EvidenceView, LetsACompositionAttendToContextsAndNgrams) {
  constexpr std::size_t columns = 3;
  Random random(7);
  const auto draw = [&](std::size_t size) {
    std::vector<double> numbers(size);
    for (double& number : numbers) number = 2 * random.unit() - 1;
    return numbers;
  };
  const Attentive<double> attentive(columns);
  std::vector<double> parameters = draw(attentive.layout().size());
  std::vector<double> ngrams = draw(4 * columns);
  const std::vector<double> sums = draw(2 * columns), truth = draw(columns), mean = draw(columns);
  const std::vector<ContextTotal> totals = {{2, 2}, {0.5, 1}};
  const Rows rows = {1, 3, 0};
  const EvidenceView<double> evidence{{mean, 2.5, 3, 2, sums, totals},
                                      {mean, rows, ngrams.data(), 2}};
  Composed<double> composed(columns);
  const auto loss = [&] {
    attentive.forward(parameters, evidence, composed);
    double sum = 0;
    for (std::size_t i = 0; i < columns; ++i)
      sum += (composed.vector[i] - truth[i]) * (composed.vector[i] - truth[i]);
    return sum;
  };
  (void)loss();
  std::vector<double> by_vector(columns);
  for (std::size_t i = 0; i < columns; ++i) by_vector[i] = 2 * (composed.vector[i] - truth[i]);
  Gradient<double> gradient(parameters.size(), columns);
  attentive.backward(parameters, evidence, composed, by_vector, gradient);

  const auto slope = [&](double& number) {
    constexpr double step = 1e-5;
    const double before = number;
    number = before + step;
    const double above = loss();
    number = before - step;
    const double below = loss();
    number = before;
    return (above - below) / (2 * step);
  };
  for (std::size_t i = 0; i < parameters.size(); ++i)
    EXPECT_NEAR(gradient.parameters[i], slope(parameters[i]), 1e-8) << i;
  for (std::size_t j = 0; j < rows.size(); ++j)
    for (std::size_t i = 0; i < columns; ++i)
      EXPECT_NEAR(gradient.ngrams[j * columns + i], slope(ngrams[rows[j] * columns + i]), 1e-8);
}

}  // namespace
}  // namespace oovec
