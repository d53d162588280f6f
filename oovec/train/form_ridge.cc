#include "oovec/train/form_ridge.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace oovec::inline train {
namespace {

using Row = FormRidge::Row;

void add(Row& sum, const Row& x) {
  for (std::size_t i = 0; i < FormRidge::width; ++i) sum[i] += x[i];
}

void add(Row& sum, float a, const Row& x) {
  for (std::size_t i = 0; i < FormRidge::width; ++i) sum[i] += a * x[i];
}

// The n-grams of a word lie all over memory: they are asked for some words ahead.
constexpr std::size_t words_ahead = 2;

template <class Value>
void prefetch(std::span<const std::uint32_t> ngrams, const std::vector<Value>& rows) {
  for (const std::uint32_t ngram : ngrams) __builtin_prefetch(&rows[ngram]);
}

}  // namespace

FormRidge::FormRidge(const NgramTable& ngrams, std::span<const std::uint32_t> words,
                     std::span<const float> weights)
    : ngrams_(ngrams), words_(words), diagonal_(ngrams.ngrams().size()) {
  scales_.reserve(words.size());
  std::vector<std::uint32_t> times(diagonal_.size());  // each n-gram occurs in a word
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto spelled = ngrams.of(words[i]);
    const auto count = static_cast<float>(spelled.size());
    scales_.push_back(spelled.empty() ? 0 : std::sqrt(weights[i] / count));
    const float square = scales_.back() * scales_.back();
    for (const std::uint32_t ngram : spelled) ++times[ngram];
    for (const std::uint32_t ngram : spelled)
      diagonal_[ngram] += square * static_cast<float>(times[ngram]);
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

std::optional<FormRidge::Rows> FormRidge::solve(std::span<const Row> targets, double lambda,
                                                const std::function<bool()>& stop,
                                                int steps) const {
  const std::size_t size = ngrams_.ngrams().size();
  std::vector<float> preconditioner(size);
  for (std::size_t s = 0; s < size; ++s)  // finite for n-grams of no word, too, whatever λ is
    preconditioner[s] =
        1 / std::max(diagonal_[s] + static_cast<float>(lambda), std::numeric_limits<float>::min());
  Rows x(size), residual(size), direction(size), product(size);
  // ω·|Σ n_s / √|S| − y|² is |√ω / √|S|·Σ n_s − √ω·y|², where √ω = scale·√|S|.
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const auto ngrams = ngrams_.of(words_[i]);
    const float scale = scales_[i];
    const float right = scale * scale * std::sqrt(static_cast<float>(ngrams.size()));
    for (const std::uint32_t ngram : ngrams) add(residual[ngram], right, targets[i]);
  }

  Sums squares{};  // rᵀz, z being the preconditioned residual
  for (std::size_t s = 0; s < size; ++s)
    for (std::size_t i = 0; i < width; ++i) {
      direction[s][i] = preconditioner[s] * residual[s][i];
      squares[i] += static_cast<double>(residual[s][i]) * direction[s][i];
    }
  for (int step = 0; step < steps; ++step) {
    if (stop()) return std::nullopt;
    for (std::size_t s = 0; s < size; ++s)
      for (std::size_t i = 0; i < width; ++i)
        product[s][i] = static_cast<float>(lambda) * direction[s][i];
    add_product(direction, product);
    Sums curvature{};
    for (std::size_t s = 0; s < size; ++s)
      for (std::size_t i = 0; i < width; ++i)
        curvature[i] += static_cast<double>(direction[s][i]) * product[s][i];
    Row length{};
    for (std::size_t i = 0; i < width; ++i)
      length[i] = curvature[i] > 0 ? static_cast<float>(squares[i] / curvature[i]) : 0;
    Sums next{};
    for (std::size_t s = 0; s < size; ++s)
      for (std::size_t i = 0; i < width; ++i) {
        x[s][i] += length[i] * direction[s][i];
        residual[s][i] -= length[i] * product[s][i];
        next[i] += static_cast<double>(residual[s][i]) * (preconditioner[s] * residual[s][i]);
      }
    Row keep{};
    for (std::size_t i = 0; i < width; ++i)
      keep[i] = squares[i] > 0 ? static_cast<float>(next[i] / squares[i]) : 0;
    for (std::size_t s = 0; s < size; ++s)
      for (std::size_t i = 0; i < width; ++i)
        direction[s][i] = preconditioner[s] * residual[s][i] + keep[i] * direction[s][i];
    squares = next;
  }
  return x;
}

}  // namespace oovec::inline train
