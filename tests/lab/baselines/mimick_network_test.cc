#include "lab/baselines/mimick/network.h"

#include <gtest/gtest.h>

#include "oovec/base/random.h"

namespace oovec::lab {
namespace {

const CharLayout layout({.characters = 4, .dimension = 3, .embedding = 2, .hidden = 3});

std::vector<double> random_numbers(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> numbers(size);
  for (double& number : numbers) number = 2 * random.unit() - 1;
  return numbers;
}

double network_loss(const std::vector<double>& parameters, const std::vector<std::uint32_t>& word,
                    const std::vector<double>& truth) {
  CharTape<double> tape;
  forward<double>(layout, parameters, word, tape);
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i)
    sum += (tape.vector[i] - truth[i]) * (tape.vector[i] - truth[i]);
  return sum;
}

TEST(CharNetwork, HasAPlaceForEachParameter) {
  constexpr int lstm = 4 * 3 * (2 + 3 + 1);
  constexpr int expected = 4 * 2 + 2 * lstm + 3 * (6 + 1) + 3 * (3 + 1);
  EXPECT_EQ(layout.all.size(), std::size_t{expected});
}

TEST(CharNetwork, GradientsAreThoseOfFiniteDifferences) {
  const std::vector<double> truth = random_numbers(3, 1);
  std::vector<double> parameters = random_numbers(layout.all.size(), 2);
  CharTape<double> tape;  // shared: what a word leaves behind must not matter
  for (const std::vector<std::uint32_t>& word :
       {std::vector<std::uint32_t>{1, 2, 3, 2, 0}, std::vector<std::uint32_t>{3}}) {
    forward<double>(layout, parameters, word, tape);
    std::vector<double> by_vector(3);
    for (std::size_t i = 0; i < 3; ++i) by_vector[i] = 2 * (tape.vector[i] - truth[i]);
    std::vector<double> gradient(layout.all.size());
    backward<double>(layout, parameters, word, tape, by_vector, gradient);
    for (std::size_t i = 0; i < layout.all.size(); ++i) {
      constexpr double h = 1e-5;
      const double kept = parameters[i];
      parameters[i] = kept + h;
      const double above = network_loss(parameters, word, truth);
      parameters[i] = kept - h;
      const double below = network_loss(parameters, word, truth);
      parameters[i] = kept;
      EXPECT_NEAR(gradient[i], (above - below) / (2 * h), 1e-7) << "parameter " << i;
    }
  }
}

TEST(CharNetwork, TheOrderOfCharactersMatters) {
  const std::vector<double> parameters = random_numbers(layout.all.size(), 3);
  const std::vector<double> truth(3);
  EXPECT_NE(network_loss(parameters, {1, 2, 3}, truth), network_loss(parameters, {3, 2, 1}, truth));
  EXPECT_NE(network_loss(parameters, {1, 2, 3}, truth), network_loss(parameters, {1, 3, 2}, truth));
}

}  // namespace
}  // namespace oovec::lab
