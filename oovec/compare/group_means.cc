#include "oovec/compare/group_means.h"

#include <cmath>
#include <numeric>

#include "oovec/base/kernels.h"

namespace oovec::inline compare {
namespace {

double squared_length(std::span<const float> row) {
  const double length = length_of(row);
  return length * length;
}

// Σ s, Σ n and what contexts of one unit contribute to their squares.
struct GroupTotal {
  std::vector<double> sum;
  double count = 0, squares = 0, count_squares = 0;

  explicit GroupTotal(std::size_t dimension) : sum(dimension) {}

  void add(const UnitSums& sums, std::size_t unit) {
    const auto row = sums.sum(unit);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += row[i];
    count += sums.counts[unit];
    squares += squared_length(row);
    count_squares += sums.counts[unit] * sums.counts[unit];
  }

  GroupMean mean() const {
    GroupMean result{sum, std::nullopt};
    const double pairs = count * count - count_squares;
    if (pairs > 0) result.squared = (dot(sum, sum) - squares) / pairs;
    for (double& value : result.mean) value /= count;
    return result;
  }
};

GroupTotal total_of(const UnitSums& sums, UnitRange units) {
  GroupTotal total(sums.dimension);
  for (std::size_t unit = units.begin; unit < units.end; ++unit) total.add(sums, unit);
  return total;
}

std::span<const float> rows_of(const UnitSums& sums, UnitRange units) {
  return std::span(sums.sums).subspan(units.begin * sums.dimension, units.size() * sums.dimension);
}

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

std::optional<double> debiased_cosine(const GroupMean& a, const GroupMean& b) {
  if (!a.squared || !b.squared || !(*a.squared > 0) || !(*b.squared > 0)) return std::nullopt;
  return dot(a.mean, b.mean) / std::sqrt(*a.squared * *b.squared);
}

std::optional<double> debiased_distance(const GroupMean& a, const GroupMean& b) {
  if (!a.squared || !b.squared) return std::nullopt;
  return *a.squared + *b.squared - 2 * dot(a.mean, b.mean);
}

using OfTwo = std::optional<double> (*)(const GroupMean&, const GroupMean&);

std::optional<double> plain_cosine(const GroupMean& a, const GroupMean& b) {
  return cosine(std::span<const double>(a.mean), std::span<const double>(b.mean));
}

std::optional<Interval> interval_between(const SampledMean& a, const SampledMean& b, OfTwo figure) {
  std::vector<std::optional<double>> samples;
  for (std::size_t i = 0; i < std::min(a.samples.size(), b.samples.size()); ++i)
    samples.push_back(figure(a.samples[i], b.samples[i]));
  return interval_of(samples);
}

std::optional<Estimated> estimate(const SampledMean& a, const SampledMean& b, OfTwo figure) {
  const std::optional<double> value = figure(a.all, b.all);
  if (!value) return std::nullopt;
  return Estimated{*value, interval_between(a, b, figure)};
}

// Some units less the mean of all their contexts: s_d − n_d·mean. Differences of group means are
// the same, and lose nothing to rounding.
struct CenteredUnits {
  std::vector<float> rows;
  std::vector<double> counts;
  std::vector<double> total;  // Σ of the rows, about 0

  CenteredUnits(const UnitSums& sums, std::span<const UnitRange> ranges) {
    GroupTotal all(sums.dimension);
    for (const UnitRange& range : ranges)
      for (std::size_t unit = range.begin; unit < range.end; ++unit) all.add(sums, unit);
    for (const UnitRange& range : ranges)
      for (std::size_t unit = range.begin; unit < range.end; ++unit) {
        counts.push_back(sums.counts[unit]);
        const auto row = sums.sum(unit);
        for (std::size_t i = 0; i < row.size(); ++i)
          rows.push_back(static_cast<float>(row[i] - counts.back() * all.sum[i] / all.count));
      }
    total.resize(sums.dimension);
    for (std::size_t i = 0; i < rows.size(); ++i) total[i % sums.dimension] += rows[i];
  }
};

// Which units belong to which group, for each of some replicates and, first, as observed; and what
// Σ N_g·|g|² is in each.
class GroupTest {
 public:
  GroupTest(const UnitSums& sums, std::span<const UnitRange> groups) : units_(sums, groups) {
    for (const UnitRange& group : groups) sizes_.push_back(group.size());
  }

  std::vector<double> spreads(std::size_t dimension, const Resampling& resampling,
                              std::uint64_t purpose) const {
    const std::size_t groups = sizes_.size();
    const std::size_t replicates = 1 + resampling.permutations;
    std::vector<double> counts(replicates * groups);
    const DrawWeights draw = [&](std::size_t replicate, std::span<float> weights) {
      Random random = replicate_random(resampling.seed, purpose, replicate);
      std::vector<std::uint32_t> order = draw_permutation(units_.counts.size(), random);
      if (replicate == 0) std::iota(order.begin(), order.end(), 0U);
      std::size_t next = 0;
      for (std::size_t g = 0; g < groups; ++g)
        for (std::size_t i = 0; i < sizes_[g]; ++i, ++next) {
          if (g + 1 < groups) weights[g * order.size() + order[next]] = 1;
          counts[replicate * groups + g] += units_.counts[order[next]];
        }
    };
    const std::vector<double> drawn =
        replicate_sums(units_.rows, dimension, replicates, groups - 1, draw, resampling.threads);
    std::vector<double> spreads(replicates);
    for (std::size_t r = 0; r < replicates; ++r) {
      std::vector<double> rest = units_.total;  // the last group has what is left
      for (std::size_t g = 0; g + 1 < groups; ++g) {
        const auto sum = std::span(drawn).subspan((r * (groups - 1) + g) * dimension, dimension);
        spreads[r] += dot(sum, sum) / counts[r * groups + g];
        axpy(-1, sum, rest);
      }
      spreads[r] += dot(rest, rest) / counts[r * groups + groups - 1];
    }
    return spreads;
  }

 private:
  CenteredUnits units_;
  std::vector<std::size_t> sizes_;
};

}  // namespace

SampledMean sample_mean(const UnitSums& sums, UnitRange units, const Resampling& resampling,
                        std::uint64_t purpose) {
  SampledMean result{total_of(sums, units).mean(), {}};
  if (units.size() < 2 || resampling.bootstraps == 0) return result;
  std::vector<GroupTotal> totals(resampling.bootstraps, GroupTotal(0));
  std::vector<double> squares(units.size());
  for (std::size_t i = 0; i < units.size(); ++i)
    squares[i] = squared_length(sums.sum(units.begin + i));
  const DrawWeights draw = [&](std::size_t replicate, std::span<float> weights) {
    Random random = replicate_random(resampling.seed, purpose, replicate);
    const std::vector<std::uint32_t> copies = draw_counts(weights.size(), random);
    GroupTotal& total = totals[replicate];
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double count = copies[i] * sums.counts[units.begin + i];
      weights[i] = static_cast<float>(copies[i]);
      total.count += count;
      total.count_squares += count * count;
      total.squares += static_cast<double>(copies[i]) * copies[i] * squares[i];
    }
  };
  const std::vector<double> drawn = replicate_sums(
      rows_of(sums, units), sums.dimension, resampling.bootstraps, 1, draw, resampling.threads);
  for (std::size_t i = 0; i < totals.size(); ++i) {
    const auto sum = std::span(drawn).subspan(i * sums.dimension, sums.dimension);
    totals[i].sum.assign(sum.begin(), sum.end());
    result.samples.push_back(totals[i].mean());
  }
  return result;
}

ComparePair compare_means(const SampledMean& first, const SampledMean& second) {
  ComparePair pair;
  if (const auto cosine = estimate(first, second, plain_cosine)) pair.cosine = *cosine;
  pair.debiased = estimate(first, second, debiased_cosine);
  pair.distance = std::sqrt(squared_distance(first.all.mean, second.all.mean));
  pair.squared_distance = estimate(first, second, debiased_distance);
  return pair;
}

std::optional<double> test_groups(const UnitSums& sums, std::span<const UnitRange> groups,
                                  const Resampling& resampling, std::uint64_t purpose) {
  std::size_t units = 0;
  for (const UnitRange& group : groups) units += group.size();
  if (resampling.permutations == 0 || units <= groups.size()) return std::nullopt;
  const std::vector<double> spreads =
      GroupTest(sums, groups).spreads(sums.dimension, resampling, purpose);
  double rounding = 0;
  for (const UnitRange& group : groups) rounding += sums.rounding(group);
  if (spreads.front() <= rounding) return 1;  // all permutations are as far apart: not at all
  return permutation_p(spreads.front(), std::span(spreads).subspan(1));
}

}  // namespace oovec::inline compare
