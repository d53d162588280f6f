// What resampling costs in a comparison: sums by document of 100,000 contexts, then 100
// permutations and 100 bootstrap samples of two groups, and of a regression on two covariates.
// Prints the seconds of both as JSON. What is drawn is the same in peers/numpy_compare.py, apart
// from the numbers.
//
//   bench_compare DIMENSION DOCUMENTS THREADS
#include <chrono>
#include <cstdlib>
#include <ctime>

#include <fmt/format.h>

#include "oovec/base/kernels.h"
#include "oovec/base/random.h"
#include "oovec/compare/group_means.h"
#include "oovec/compare/regression.h"

namespace oovec {
namespace {

constexpr std::size_t contexts = 100'000;

std::vector<float> draw_vectors(std::size_t dimension) {
  Random random(1);
  std::vector<float> vectors(contexts * dimension);
  for (float& value : vectors) value = random.unit() + random.unit() - 1;
  return vectors;
}

// Context i is of document i modulo their number.
UnitSums add_up(const std::vector<float>& vectors, std::size_t dimension, std::size_t documents) {
  UnitSums sums{dimension, std::vector<float>(documents * dimension),
                std::vector<double>(documents)};
  for (std::size_t i = 0; i < contexts; ++i) {
    const std::size_t unit = i % documents;
    sums.counts[unit] += 1;
    axpy(1, std::span(vectors).subspan(i * dimension, dimension),
         std::span(sums.sums).subspan(unit * dimension, dimension));
  }
  return sums;
}

double compare_groups(const UnitSums& sums, const Resampling& resampling) {
  const UnitRange groups[] = {{0, sums.size() / 2}, {sums.size() / 2, sums.size()}};
  const ComparePair pair = compare_means(sample_mean(sums, groups[0], resampling, 0),
                                         sample_mean(sums, groups[1], resampling, 1));
  return pair.cosine.value + *test_groups(sums, groups, resampling, 2);
}

double regress(const UnitSums& sums, const Resampling& resampling) {
  DesignedUnits units{&sums, 3, {}};
  for (std::size_t d = 0; d < sums.size(); ++d)
    units.rows.insert(units.rows.end(),
                      {1, 2 * d < sums.size() ? 1.0 : 0.0, static_cast<double>(d % 50) - 24.5});
  double sum = fit_regression(units, resampling, 0)->noise[1];
  for (const std::size_t column : {1U, 2U})
    sum += *test_coefficient(units, column, resampling, column);
  return sum;
}

template <class Work>
void report(const char* name, const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  const double result = work();
  fmt::print("{{\"what\": \"{}\", \"wall\": {}, \"cpu\": {}, \"result\": {}}}\n", name,
             std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
             static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC, result);
}

}  // namespace
}  // namespace oovec

int main(int argc, char** argv) {
  using namespace oovec;
  if (argc != 4) return 2;
  const auto dimension = std::strtoul(argv[1], nullptr, 10);
  const auto documents = std::strtoul(argv[2], nullptr, 10);
  const Resampling resampling{100, 100, 1, static_cast<int>(std::strtol(argv[3], nullptr, 10))};
  const std::vector<float> vectors = draw_vectors(dimension);
  report("groups",
         [&] { return compare_groups(add_up(vectors, dimension, documents), resampling); });
  report("regression", [&] { return regress(add_up(vectors, dimension, documents), resampling); });
}
