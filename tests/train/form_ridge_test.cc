#include "oovec/train/form_ridge.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/cholesky.h"
#include "oovec/base/random.h"

namespace oovec {
namespace {

using Matrix2 = std::vector<std::vector<double>>;
using Row = FormRidge::Row;

constexpr std::size_t width = FormRidge::width;
constexpr double lambda = 0.7;
const auto never = [] { return false; };

// Words with stems and endings in common, one with an n-gram that occurs twice.
std::vector<std::string> spelled_words() {
  std::vector<std::string> words = {"anana", "bananas"};
  for (const char* stem : {"knit", "melon", "sweet", "employ", "grape", "thick"})
    for (const char* ending : {"s", "ed", "ing", "er", "ness"})
      words.push_back(std::string(stem) + ending);
  return words;
}

// A regression, and the same as dense matrices.
struct Problem {
  Embeddings vectors;
  NgramTable ngrams;
  std::vector<std::uint32_t> rows;
  std::vector<float> weights;
  std::vector<Row> targets;

  explicit Problem(const std::vector<std::string>& words, NgramLengths lengths = {3, 5},
                   std::uint32_t min_words = 2)
      : vectors(embeddings_of(words)) {
    Random random(7);
    for (std::uint32_t row = 0; row < words.size(); ++row) {
      rows.push_back(row);
      weights.push_back(0.2F + 2 * random.unit());
      for (float& value : targets.emplace_back()) value = 2 * random.unit() - 1;
    }
    ngrams = NgramTable(vectors, rows, lengths, min_words);
  }

  static Embeddings embeddings_of(const std::vector<std::string>& words) {
    Vocabulary vocabulary;
    for (const std::string& word : words) vocabulary.insert(word);
    Matrix matrix(1);
    matrix.append(std::vector<float>(words.size(), 1));
    return {std::move(vocabulary), std::move(matrix)};
  }

  std::size_t size() const { return ngrams.ngrams().size(); }

  std::optional<FormRidge::Rows> solve(int steps, double ridge = lambda) const {
    return FormRidge(ngrams, rows, weights).solve(targets, ridge, never, steps);
  }

  // Σ ω·b·bᵀ + λ, b being how often each n-gram occurs in a word, over √|S|
  Matrix2 matrix() const {
    Matrix2 sum(size(), std::vector<double>(size()));
    for (std::size_t s = 0; s < size(); ++s) sum[s][s] = lambda;
    for (const std::uint32_t row : rows)
      for (const std::uint32_t s : ngrams.of(row))
        for (const std::uint32_t t : ngrams.of(row))
          sum[s][t] +=
              static_cast<double>(weights[row]) / static_cast<double>(ngrams.of(row).size());
    return sum;
  }

  // Σ ω·b·y, of one component
  std::vector<double> right(std::size_t component) const {
    std::vector<double> sum(size());
    for (const std::uint32_t row : rows)
      for (const std::uint32_t s : ngrams.of(row))
        sum[s] += static_cast<double>(weights[row]) * targets[row][component] /
                  std::sqrt(static_cast<double>(ngrams.of(row).size()));
    return sum;
  }
};

double inner(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

std::vector<double> times(const Matrix2& matrix, const std::vector<double>& x) {
  std::vector<double> product;
  for (const auto& row : matrix) product.push_back(inner(row, x));
  return product;
}

// As in any book: conjugate gradients, preconditioned with the diagonal.
std::vector<double> textbook(const Matrix2& matrix, const std::vector<double>& right, int steps) {
  std::vector<double> x(right.size()), r = right, z = right;
  const auto precondition = [&] {
    for (std::size_t i = 0; i < r.size(); ++i) z[i] = r[i] / matrix[i][i];
  };
  precondition();
  std::vector<double> p = z;
  double rz = inner(r, z);
  for (int step = 0; step < steps; ++step) {
    const std::vector<double> product = times(matrix, p);
    const double length = rz / inner(p, product);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += length * p[i];
      r[i] -= length * product[i];
    }
    precondition();
    const double next = inner(r, z);
    for (std::size_t i = 0; i < x.size(); ++i) p[i] = z[i] + next / rz * p[i];
    rz = next;
  }
  return x;
}

void expect_component(const FormRidge::Rows& found, std::size_t component,
                      const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t s = 0; s < expected.size(); ++s)
    ASSERT_NEAR(found[s][component], expected[s], tolerance) << component << ", " << s;
}

TEST(FormRidge, ManyStepsFindTheDirectSolution) {
  const Problem problem(spelled_words());
  ASSERT_GT(problem.size(), 30U);
  const auto found = problem.solve(150);
  const Matrix2 matrix = problem.matrix();
  for (std::size_t component = 0; component < width; ++component) {
    std::vector<double> flat, solution = problem.right(component);
    for (const auto& row : matrix) flat.insert(flat.end(), row.begin(), row.end());
    ASSERT_TRUE(solve_positive_definite(problem.size(), flat, solution));
    expect_component(*found, component, solution, 1e-4);
  }
}

TEST(FormRidge, TenStepsAreThoseOfTheTextbook) {
  const Problem problem(spelled_words());
  const auto found = problem.solve(FormRidge::default_steps);
  const Matrix2 matrix = problem.matrix();
  for (std::size_t component = 0; component < width; ++component)
    expect_component(*found, component,
                     textbook(matrix, problem.right(component), FormRidge::default_steps), 1e-4);
}

TEST(FormRidge, ComponentsDoNotDependOnEachOther) {
  Problem problem(spelled_words());
  const auto all = problem.solve(5);
  for (Row& target : problem.targets)
    for (std::size_t i = 0; i < width; ++i)
      if (i != 3) target[i] = 0;
  const auto one = problem.solve(5);
  for (std::size_t s = 0; s < problem.size(); ++s) {
    EXPECT_EQ((*one)[s][3], (*all)[s][3]);
    EXPECT_EQ((*one)[s][4], 0);
  }
}

TEST(FormRidge, MoreRidgeMeansShorterVectors) {
  const Problem problem(spelled_words());
  double before = 1e30;
  for (const double ridge : {0.1, 1.0, 10.0, 1e6}) {
    const auto found = problem.solve(20, ridge);
    double squares = 0;
    for (const Row& row : *found)
      for (const float value : row) squares += value * value;
    EXPECT_LT(squares, before) << ridge;
    before = squares;
  }
  EXPECT_LT(before, 1e-6);
}

// The matrix of a problem, averaged over all choices of what drops out of each word.
Matrix2 mean_matrix(const Problem& problem, double dropout) {
  Matrix2 sum(problem.size(), std::vector<double>(problem.size()));
  for (std::size_t s = 0; s < problem.size(); ++s) sum[s][s] = lambda;
  for (const std::uint32_t row : problem.rows) {
    const auto ngrams = problem.ngrams.of(row);
    const double scale =
        problem.weights[row] / static_cast<double>(ngrams.size()) / (1 - dropout) / (1 - dropout);
    for (std::size_t kept = 0; kept < std::size_t{1} << ngrams.size(); ++kept) {
      double share = scale;
      for (std::size_t i = 0; i < ngrams.size(); ++i)
        share *= (kept >> i & 1) != 0 ? 1 - dropout : dropout;
      for (std::size_t i = 0; i < ngrams.size(); ++i)
        for (std::size_t j = 0; j < ngrams.size(); ++j)
          if ((kept >> i & kept >> j & 1) != 0) sum[ngrams[i]][ngrams[j]] += share;
    }
  }
  return sum;
}

// "anana" has an n-gram twice, and rare ones share ⟨unk⟩: each occurrence drops out by itself.
TEST(FormRidge, DropoutIsTheMeanOverAllThatMayDropOut) {
  std::vector<std::string> words = {"anana", "banana"};
  for (const char* stem : {"knit", "sweet", "grape"})
    for (const char* ending : {"s", "ed", "y"}) words.push_back(std::string(stem) + ending);
  const Problem problem(words, {3, 4});
  for (const double dropout : {0.1, 0.5, 0.9}) {
    const Matrix2 matrix = mean_matrix(problem, dropout);
    const auto found = FormRidge(problem.ngrams, problem.rows, problem.weights, dropout)
                           .solve(problem.targets, lambda, never);
    for (std::size_t component = 0; component < width; ++component)
      expect_component(*found, component,
                       textbook(matrix, problem.right(component), FormRidge::default_steps), 1e-4);
  }
}

TEST(FormRidge, WithoutDropoutEveryBitIsTheSame) {
  const Problem problem(spelled_words());
  const auto solve = [&](double dropout) {
    return *FormRidge(problem.ngrams, problem.rows, problem.weights, dropout)
                .solve(problem.targets, lambda, never);
  };
  EXPECT_EQ(solve(0), *problem.solve(FormRidge::default_steps));
  EXPECT_NE(solve(0.01), *problem.solve(FormRidge::default_steps));
}

TEST(FormRidge, EndsWhenItIsToldTo) {
  const Problem problem(spelled_words());
  const FormRidge ridge(problem.ngrams, problem.rows, problem.weights);
  for (const int last : {1, 4, 10}) {
    int calls = 0;
    EXPECT_FALSE(ridge.solve(problem.targets, lambda, [&] { return ++calls == last; }).has_value());
    EXPECT_EQ(calls, last);
  }
  int calls = 0;
  EXPECT_TRUE(ridge.solve(problem.targets, lambda, [&] { return ++calls == 11; }).has_value());
  EXPECT_EQ(calls, FormRidge::default_steps);
}

TEST(FormRidge, WordsWithoutNgramsChangeNothing) {
  std::vector<std::string> words = spelled_words();
  const Problem without(words, {4, 5});
  words.insert(words.end(), {"a", "I", "日"});
  const Problem with(words, {4, 5});
  ASSERT_TRUE(with.ngrams.of(with.rows.back()).empty());
  EXPECT_EQ(*with.solve(10), *without.solve(10));
}

TEST(FormRidge, WithoutAnyNgramsAllVectorsAreZero) {
  const Problem problem({"a", "b", "c"}, {4, 5});
  EXPECT_EQ(*problem.solve(10), FormRidge::Rows(1));
}

TEST(FormRidge, TargetsOfZeroGiveVectorsOfZero) {
  Problem problem(spelled_words());
  problem.targets.assign(problem.targets.size(), Row{});
  EXPECT_EQ(*problem.solve(10), FormRidge::Rows(problem.size()));
}

// Where every n-gram is kept no word has ⟨unk⟩, so that nothing but λ keeps it finite.
TEST(FormRidge, AnyRidgeGivesNumbers) {
  const Problem problem(spelled_words(), {3, 5}, 1);
  for (const double ridge : {1e-300, 1e-50, 1e-40, 1e-6, 1e6}) {
    const auto found = problem.solve(10, ridge);
    for (const Row& row : *found)
      for (const float value : row) ASSERT_TRUE(std::isfinite(value)) << ridge;
    EXPECT_EQ(found->front(), Row{}) << ridge;
  }
}

}  // namespace
}  // namespace oovec
