#include "oovec/train/form_ridge.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace oovec::inline train {
namespace {

using Row = FormRidge::Row;

void add(Row& sum, const Row& x) {
  for (std::size_t i = 0; i < FormRidge::width; ++i) sum[i] += x[i];
}

void add(Row& sum, float a, const Row& x) {
  for (std::size_t i = 0; i < FormRidge::width; ++i) sum[i] += a * x[i];
}

// The n-grams of a word are scattered in memory: they are prefetched some words ahead.
constexpr std::size_t words_ahead = 2;

template <class Value>
void prefetch(std::span<const std::uint32_t> ngrams, const std::vector<Value>& rows) {
  for (const std::uint32_t ngram : ngrams) __builtin_prefetch(&rows[ngram]);
}

constexpr std::size_t row_width = FormRidge::width;

using Rows = FormRidge::Rows;
using ColumnSums = std::array<double, row_width>;

// Per column, 0 where there is nothing to divide by.
Row ratio(const ColumnSums& a, const ColumnSums& b) {
  Row ratio{};
  for (std::size_t i = 0; i < row_width; ++i)
    ratio[i] = b[i] > 0 ? static_cast<float>(a[i] / b[i]) : 0;
  return ratio;
}

ColumnSums column_dots(const Rows& a, const Rows& b) {
  ColumnSums sums{};
  for (std::size_t s = 0; s < a.size(); ++s)
    for (std::size_t i = 0; i < row_width; ++i) sums[i] += static_cast<double>(a[s][i]) * b[s][i];
  return sums;
}

// Preconditioned conjugate gradients, every column for itself. The caller multiplies the direction
// with the matrix between start_product() and step().
struct Descent {
  Rows x, residual, direction, product;
  std::vector<float> penalties, preconditioner;
  ColumnSums squares{};  // rᵀz, z being the preconditioned residual

  Descent(Rows right, std::vector<float> penalties_of_ngrams, std::vector<float> inverse_diagonal)
      : x(right.size()),
        residual(std::move(right)),
        direction(residual.size()),
        product(residual.size()),
        penalties(std::move(penalties_of_ngrams)),
        preconditioner(std::move(inverse_diagonal)) {
    for (std::size_t s = 0; s < direction.size(); ++s)
      for (std::size_t i = 0; i < row_width; ++i)
        direction[s][i] = preconditioner[s] * residual[s][i];
    squares = column_dots(residual, direction);
  }

  // The part of the product that is λ·direction.
  void start_product() {
    for (std::size_t s = 0; s < product.size(); ++s)
      for (std::size_t i = 0; i < row_width; ++i) product[s][i] = penalties[s] * direction[s][i];
  }

  void step() {
    const Row length = ratio(squares, column_dots(direction, product));
    ColumnSums next{};
    for (std::size_t s = 0; s < x.size(); ++s)
      for (std::size_t i = 0; i < row_width; ++i) {
        x[s][i] += length[i] * direction[s][i];
        residual[s][i] -= length[i] * product[s][i];
        next[i] += static_cast<double>(residual[s][i]) * (preconditioner[s] * residual[s][i]);
      }
    const Row keep = ratio(next, squares);
    for (std::size_t s = 0; s < x.size(); ++s)
      for (std::size_t i = 0; i < row_width; ++i)
        direction[s][i] = preconditioner[s] * residual[s][i] + keep[i] * direction[s][i];
    squares = next;
  }
};

}  // namespace

FormRidge::FormRidge(const NgramTable& ngrams, std::span<const std::uint32_t> words,
                     std::span<const float> weights, double dropout)
    : ngrams_(ngrams),
      words_(words),
      diagonal_(ngrams.ngrams().size()),
      dropped_(ngrams.ngrams().size()) {
  const auto odds = static_cast<float>(dropout / (1 - dropout));
  scales_.reserve(words.size());
  std::vector<std::uint32_t> times(diagonal_.size());  // each n-gram occurs in a word
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto spelled = ngrams.of(words[i]);
    const auto count = static_cast<float>(spelled.size());
    scales_.push_back(spelled.empty() ? 0 : std::sqrt(weights[i] / count));
    const float square = scales_.back() * scales_.back();
    for (const std::uint32_t ngram : spelled) ++times[ngram];
    for (const std::uint32_t ngram : spelled) {
      diagonal_[ngram] += square * static_cast<float>(times[ngram]);
      dropped_[ngram] += odds * square;
    }
    for (const std::uint32_t ngram : spelled) times[ngram] = 0;
  }
}

// product += BᵀB·x, B being the words by n-grams, row w scaled by √ω / √|S|
void FormRidge::add_product(const Rows& x, Rows& product) const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (i + words_ahead < words_.size()) {
      const auto ahead = ngrams_.of(words_[i + words_ahead]);
      prefetch(ahead, x);
      prefetch(ahead, product);
    }
    const auto ngrams = ngrams_.of(words_[i]);
    Row sum{};
    for (const std::uint32_t ngram : ngrams) add(sum, x[ngram]);
    const float scale = scales_[i] * scales_[i];
    for (float& value : sum) value *= scale;
    for (const std::uint32_t ngram : ngrams) add(product[ngram], sum);
  }
}

// Bᵀ·√ω·y: ω·|Σ n_s / √|S| − y|² is |√ω / √|S|·Σ n_s − √ω·y|², where √ω = scale·√|S|.
FormRidge::Rows FormRidge::right_side(std::span<const Row> targets) const {
  Rows right(ngrams_.ngrams().size());
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const auto ngrams = ngrams_.of(words_[i]);
    const float scale = scales_[i] * scales_[i] * std::sqrt(static_cast<float>(ngrams.size()));
    for (const std::uint32_t ngram : ngrams) add(right[ngram], scale, targets[i]);
  }
  return right;
}

std::vector<float> FormRidge::penalties(float lambda) const {
  std::vector<float> penalties = dropped_;
  for (float& penalty : penalties) penalty += lambda;
  return penalties;
}

// Finite for n-grams of no word, too, whatever λ is.
std::vector<float> FormRidge::inverse_diagonal(std::span<const float> penalties) const {
  std::vector<float> inverse(diagonal_.size());
  for (std::size_t s = 0; s < inverse.size(); ++s)
    inverse[s] = 1 / std::max(diagonal_[s] + penalties[s], std::numeric_limits<float>::min());
  return inverse;
}

std::optional<FormRidge::Rows> FormRidge::solve(std::span<const Row> targets, double lambda,
                                                const std::function<bool()>& stop,
                                                int steps) const {
  const std::vector<float> penalties = this->penalties(static_cast<float>(lambda));
  Descent descent(right_side(targets), penalties, inverse_diagonal(penalties));
  for (int step = 0; step < steps; ++step) {
    if (stop()) return std::nullopt;
    descent.start_product();
    add_product(descent.direction, descent.product);
    descent.step();
  }
  return std::move(descent.x);
}

}  // namespace oovec::inline train
