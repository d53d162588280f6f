// Times steps of RowAdam on tables of different sizes. Each step reads and writes as many rows as
// the n-grams of a batch are; what that costs should not depend on how many there are in all.
//
//   bench_adam ROWS…
//
// Prints a line of JSON for each number of rows: the microseconds of the processor that a step
// takes if the rows are drawn by Zipf's law, as n-grams are, if all are equally likely, which is
// the worst for caches, and with dense Adam, which visits the whole table.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <iostream>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "oovec/base/random.h"
#include "oovec/train/adam.h"

namespace {

using namespace oovec;

constexpr std::size_t columns = 100;
constexpr std::size_t rows_per_step = 950;  // different n-grams in 64 words that have GloVe vectors
constexpr std::uint64_t first_step = 1000;  // in the middle of training, when all rows have moved
constexpr std::uint64_t steps = 2000;

std::size_t draw_equally(std::size_t rows, Random& random) { return random.below(rows); }

std::size_t draw_by_zipf(std::size_t rows, Random& random) {
  return static_cast<std::size_t>(std::pow(static_cast<float>(rows), random.unit())) - 1;
}

// The different rows of each step.
std::vector<std::vector<std::size_t>> draw_steps(std::size_t rows, const auto& draw) {
  Random random(1);
  std::vector<std::vector<std::size_t>> drawn(steps);
  for (auto& step : drawn) {
    std::set<std::size_t> distinct;
    while (distinct.size() < rows_per_step) distinct.insert(draw(rows, random));
    step.assign(distinct.begin(), distinct.end());
    shuffle<std::size_t>(step, random);
  }
  return drawn;
}

double microseconds_since(std::clock_t start) {
  return 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void step(RowAdam& adam, std::uint64_t t, std::span<const std::size_t> rows,
          std::span<const float> gradient) {
  adam.begin_step(t);
  for (const std::size_t row : rows) adam.read(row);
  for (const std::size_t row : rows) adam.write(row, gradient);
}

double time_row_adam(std::size_t rows, const auto& draw) {
  const auto drawn = draw_steps(rows, draw);
  const std::vector<float> gradient(columns, 0.01F);
  RowAdam adam({}, rows, columns, first_step + steps);
  adam.begin_step(first_step);
  for (std::size_t row = 0; row < rows; ++row) adam.write(row, gradient);
  const std::clock_t start = std::clock();
  for (std::size_t i = 0; i < steps; ++i) step(adam, first_step + 1 + i, drawn[i], gradient);
  return microseconds_since(start) / steps;
}

double time_dense_adam(std::size_t rows) {
  constexpr std::uint64_t dense_steps = 5;
  Adam adam({}, rows * columns);
  std::vector<float> parameters(rows * columns);
  const std::vector<float> gradient(rows * columns, 0.01F);
  const std::clock_t start = std::clock();
  for (std::uint64_t t = 1; t <= dense_steps; ++t) adam.step(t, gradient, parameters);
  return microseconds_since(start) / dense_steps;
}

void run(std::size_t rows) {
  if (rows < 2 * rows_per_step) throw std::runtime_error("a table needs more rows than that");
  std::cout << fmt::format(R"({{"rows": {}, "zipf": {}, "equal": {}, "dense": {}}})", rows,
                           time_row_adam(rows, draw_by_zipf), time_row_adam(rows, draw_equally),
                           time_dense_adam(rows))
            << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    for (int i = 1; i < argc; ++i) run(std::stoul(argv[i]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
