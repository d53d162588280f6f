#include "oovec/train/neutral_space.h"

#include <algorithm>
#include <cmath>

#include "oovec/base/error.h"
#include "oovec/base/parallel.h"

namespace oovec::inline train {
namespace {

constexpr std::size_t knot_count = 24;
constexpr double first_knot = 300;
constexpr double window_factor = 1.6, window_extra = 200;
constexpr std::size_t fewest_words = 50;  // around a knot

double log_rank(double rank) { return std::log(std::max(rank, 1.0)); }

// Ranks evenly spaced in their logarithms, each once.
std::vector<double> knot_ranks(std::size_t size) {
  const double last = std::max(1.0, static_cast<double>(size) - 1);
  const double first = std::clamp(static_cast<double>(size) / 10, 1.0, first_knot);
  std::vector<double> ranks;
  for (std::size_t i = 0; i < knot_count; ++i) {
    const double share = static_cast<double>(i) / (knot_count - 1);
    ranks.push_back(std::round(first * std::pow(last / first, share)));
  }
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

}  // namespace

NeutralSpace::NeutralSpace(const Embeddings& vectors, std::span<const std::uint32_t> ranks,
                           std::span<const std::uint32_t> words, int threads)
    : vectors_(vectors), ranks_(ranks) {
  std::vector<std::uint32_t> sorted(words.begin(), words.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return ranks[a] < ranks[b]; });
  const auto first_from = [&](double rank) {
    return std::partition_point(sorted.begin(), sorted.end(),
                                [&](std::uint32_t row) { return ranks[row] < rank; });
  };
  std::vector<double> knots;
  std::vector<std::span<const std::uint32_t>> windows;
  for (const double rank : knot_ranks(vectors.size())) {
    const auto begin = first_from(rank / window_factor);
    const auto end = first_from(rank * window_factor + window_extra);
    if (end - begin < static_cast<std::ptrdiff_t>(fewest_words)) continue;
    knots.push_back(rank);
    windows.emplace_back(begin, end);
  }
  if (knots.empty()) {  // too few words to tell frequent from rare ones
    knots.push_back(1);
    windows.emplace_back(sorted);
  }
  knots_.resize(knots.size());
  parallel_for(threads, knots.size(),
               [&](std::size_t i) { knots_[i] = measure(windows[i], knots[i]); });
  for (const Knot& knot : knots_)
    if (const auto spread = static_cast<float>(knot.spread);
        !(spread > 0) || !std::isfinite(spread))
      throw Error(ErrorKind::usage,
                  "cannot learn from these vectors: words of similar frequency all have the same "
                  "vector, or numbers are too large");
}

NeutralSpace::Knot NeutralSpace::measure(std::span<const std::uint32_t> rows, double rank) const {
  const std::size_t k = vectors_.dimension();
  Knot knot{log_rank(rank), std::vector<double>(k), 0};
  const auto count = static_cast<double>(rows.size());
  for (const std::uint32_t row : rows) {
    const std::span<const float> values = vectors_.row(row);
    for (std::size_t i = 0; i < k; ++i) knot.mean[i] += values[i];
  }
  for (double& value : knot.mean) value /= count;
  double squares = 0;
  for (const std::uint32_t row : rows) {
    const std::span<const float> values = vectors_.row(row);
    for (std::size_t i = 0; i < k; ++i) {
      const double difference = values[i] - knot.mean[i];
      squares += difference * difference;
    }
  }
  knot.spread = std::sqrt(squares / count);
  return knot;
}

NeutralSpace::Place NeutralSpace::place(double rank) const {
  const double at = log_rank(rank);
  const auto above = std::ranges::find_if(knots_, [&](const Knot& k) { return k.log_rank >= at; });
  if (above == knots_.begin()) return {&knots_.front(), &knots_.front(), 0};
  if (above == knots_.end()) return {&knots_.back(), &knots_.back(), 0};
  const auto below = above - 1;
  return {&*below, &*above, (at - below->log_rank) / (above->log_rank - below->log_rank)};
}

std::vector<float> NeutralSpace::mean(double rank) const {
  const auto [below, above, share] = place(rank);
  std::vector<float> mean(vectors_.dimension());
  for (std::size_t i = 0; i < mean.size(); ++i)
    mean[i] = static_cast<float>(std::lerp(below->mean[i], above->mean[i], share));
  return mean;
}

double NeutralSpace::spread(double rank) const {
  const auto [below, above, share] = place(rank);
  return std::lerp(below->spread, above->spread, share);
}

void NeutralSpace::target(std::uint32_t row, std::size_t first, std::span<float> target) const {
  const auto [below, above, share] = place(ranks_[row]);
  const double scale = 1 / std::lerp(below->spread, above->spread, share);
  const std::span<const float> values = vectors_.row(row).subspan(first, target.size());
  for (std::size_t i = 0; i < target.size(); ++i) {
    const double mean = std::lerp(below->mean[first + i], above->mean[first + i], share);
    target[i] = static_cast<float>((values[i] - mean) * scale);
  }
}

}  // namespace oovec::inline train
