#include "oovec/train/context_map.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/train/least_squares.h"
#include "oovec/train/seeds.h"

namespace oovec::inline train {
namespace {

// Adds the instances of words begin … end - 1: x is c and a 1, y the target. The weight σ² makes
// the error that of vectors, not of targets.
void add_instances(const TrainingData& data, const NeutralSpace& space, std::size_t begin,
                   std::size_t end, LeastSquares& part, ProgressTask& progress) {
  const std::size_t k = data.vectors().dimension();
  const double usual_spread = space.spread(1);
  ContextEvidence contexts(k);
  std::vector<double> x(k + 1, 1), y(k);
  std::vector<float> target(k);
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t word = data.context_words()[i];
    sum_sample(data, word, contexts);
    progress.advance(k * sizeof(float));
    if (contexts.empty()) continue;
    for (std::size_t j = 0; j < k; ++j) x[j] = contexts.sum[j] / contexts.weight;
    space.target(word, 0, target);
    std::copy(target.begin(), target.end(), y.begin());
    const double spread = space.spread_of(word) / usual_spread;
    part.add(spread * spread, x, y);
  }
}

// There for words that do not determine A well, being few for the dimension; too small to matter
// otherwise. `variance` is that of all components of c together, times the number of words.
double map_ridge(double variance, std::size_t k, std::size_t words) {
  const double share = static_cast<double>(k) / static_cast<double>(words);
  return std::max(1e-5, share * share) * variance / static_cast<double>(k);
}

}  // namespace

void sum_sample(const TrainingData& data, std::uint32_t word, ContextEvidence& contexts) {
  const std::uint64_t seed = seed_for(data.options().seed, Purpose::contexts);
  contexts.clear();
  data.sum_contexts(word, data.options().sentences, derive_seed(seed, word), contexts);
}

std::optional<ContextMap> fit_context_map(const TrainingData& data, const NeutralSpace& space,
                                          const std::function<bool()>& stop) {
  const std::size_t k = data.vectors().dimension(), words = data.context_words().size();
  // In bytes of the vectors gone through.
  ProgressTask progress(data.options().progress, "fitting contexts", words * k * sizeof(float));
  LeastSquares equations =
      add_up_equations(data.options().threads, words, k + 1, k,
                       [&](std::size_t begin, std::size_t end, LeastSquares& part) {
                         if (!stop()) add_instances(data, space, begin, end, part, progress);
                       });
  if (stop()) return std::nullopt;
  const double weight = equations.gram(k, k);
  double variance = 0;
  if (weight > 0)
    for (std::size_t i = 0; i < k; ++i)
      variance += equations.gram(i, i) - equations.gram(i, k) * equations.gram(i, k) / weight;
  if (!std::isfinite(variance))
    throw Error(ErrorKind::usage,
                "the vectors contain numbers that are too large; scale them down");
  for (std::size_t i = 0; i < k; ++i) equations.add_ridge(i, map_ridge(variance, k, words));
  const auto map = equations.solve();
  if (!map)
    throw Error(ErrorKind::usage,
                fmt::format("the contexts of {} words do not determine a map of {} dimensions; "
                            "index more text or lower `min-count`",
                            words, k));
  ContextMap result;
  for (std::size_t i = 0; i < k; ++i) {
    const auto row = map->begin() + static_cast<std::ptrdiff_t>(i * (k + 1));
    const auto offset = row + static_cast<std::ptrdiff_t>(k);
    result.transform.insert(result.transform.end(), row, offset);
    result.offset.push_back(*offset);
    result.typical.push_back(static_cast<float>(equations.gram(i, k) / weight));
  }
  return result;
}

}  // namespace oovec::inline train
