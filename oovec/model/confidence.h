// How near an inferred vector is to be expected to the word's true one: the cosine that held-out
// words with like diagnostics had on average, as a number from 0 to 1.
//
// There are three cases, since not all diagnostics exist in each: form alone, context alone, both.
// For each a function of them is fitted by least squares to words that training left out: linear,
// or with the squares and products that the number of context words calls for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace oovec::inline model {

struct Inference;

// What function of the diagnostics.
enum class ConfidenceShape { linear, curved };

constexpr auto enum_names(ConfidenceShape) {
  return std::array<std::string_view, 2>{"linear", "curved"};
}

class Confidence {
 public:
  using Shape = ConfidenceShape;
  static constexpr std::size_t cases = 3;
  static constexpr std::size_t features = 12;
  static constexpr std::size_t linear_features = 6;  // those that come first
  using Coefficients = std::array<float, features>;

  // Learned from inferences and the cosines they turned out to have with the true vectors. Of a
  // case with too few of them, or with vectors that are not finite, nothing is learned.
  [[nodiscard]] static Confidence fit(std::span<const Inference> inferences,
                                      std::span<const float> cosines, Shape shape = Shape::linear);

  // Nothing in a case of which nothing was learned.
  [[nodiscard]] std::optional<float> of(const Inference& inference) const;

  // What diagnostics a case was fitted to: known n-grams, ln(1 + context words), agreement, alpha,
  // strength. Beyond them it says what it says at their edge.
  static constexpr std::size_t diagnostics = 5;
  struct Bounds {
    std::array<float, diagnostics> low, high;

    bool operator==(const Bounds&) const = default;
  };

  // Per case; public for the model file. Of a linear function those beyond the first are 0.
  std::array<std::optional<Coefficients>, cases> coefficients;
  std::array<std::optional<Bounds>, cases> bounds;  // older files tell none
  Shape shape = Shape::linear;
  // More context words than a curve was fitted to count as these, where there are no bounds.
  std::uint64_t most_words = std::numeric_limits<std::uint64_t>::max();

  std::size_t used_features() const { return shape == Shape::linear ? linear_features : features; }
};

}  // namespace oovec::inline model
